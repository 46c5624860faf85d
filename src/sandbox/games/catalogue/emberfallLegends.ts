import type { Game } from '../game';

/** An arena game with ranks and skins. */
export const emberfallLegends: Game = {
  id: 1,
  slug: 'emberfall-legends',
  name: 'Emberfall Legends',
  acronym: 'EL',
  services: ['accounts', 'items', 'currencies'],
  servers: ['EUW', 'EUNE', 'NA', 'LAN', 'OCE'],
  attributes: [
    {
      name: 'rank',
      type: 'string',
      required: true,
      values: ['Unranked', 'Iron', 'Bronze', 'Silver', 'Gold', 'Diamond'],
    },
    { name: 'level', type: 'integer', required: true, minimum: 1, maximum: 2000 },
    { name: 'champions', type: 'integer', required: false, minimum: 0, maximum: 170 },
    { name: 'email_verified', type: 'boolean', required: false },
    { name: 'roles', type: 'array', required: false, values: ['top', 'jungle', 'mid', 'bottom', 'support'] },
  ],
  collections: [
    { slug: 'skins', name: 'Skins', items: ['ashen-king', 'neon-fox', 'winter-warden', 'star-diver'] },
    { slug: 'icons', name: 'Icons', items: ['founder', 'season-one', 'season-two'] },
  ],
  currencyUnit: {
    slug: 'ember-points',
    currency_name: 'Ember Points',
    name: 'points',
    symbol: 'EP',
    multiplier: 100,
  },
};
