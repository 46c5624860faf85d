import type { Game } from '../game';

/** A shooter with ranks and weapon skins. */
export const steelfrontTactics: Game = {
  id: 3,
  slug: 'steelfront-tactics',
  name: 'Steelfront Tactics',
  acronym: null,
  services: ['accounts', 'items', 'currencies'],
  servers: ['Europe', 'America', 'Asia'],
  attributes: [
    { name: 'rank', type: 'integer', required: true, minimum: 0, maximum: 18 },
    { name: 'prime', type: 'boolean', required: true },
    { name: 'hours', type: 'integer', required: false, minimum: 0, maximum: 100_000 },
    { name: 'medals', type: 'array', required: false },
  ],
  collections: [{ slug: 'weapons', name: 'Weapon skins', items: ['redline', 'blue-steel', 'night-owl'] }],
  currencyUnit: { slug: 'credits', currency_name: 'Credits', name: 'credits', symbol: 'Cr', multiplier: 1 },
};
