import type { Game } from '../game';

/** A racing game that trades accounts and currency only. */
export const voidRacers: Game = {
  id: 5,
  slug: 'void-racers',
  name: 'Void Racers',
  acronym: 'VR',
  services: ['accounts', 'currencies'],
  servers: ['Global'],
  attributes: [
    { name: 'garage', type: 'array', required: false },
    { name: 'league', type: 'string', required: true },
  ],
  collections: [{ slug: 'cars', name: 'Cars', items: ['comet', 'parallax', 'meridian'] }],
  currencyUnit: {
    slug: 'shards',
    currency_name: 'Shards',
    name: 'million shards',
    symbol: 'M',
    multiplier: 1e6,
  },
};
