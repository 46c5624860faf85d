import type { Game } from '../game';

/** A farming game; its accounts have no required attribute, so that empty attributes occur. */
export const harvestIsle: Game = {
  id: 4,
  slug: 'harvest-isle',
  name: 'Harvest Isle',
  acronym: 'HI',
  services: ['accounts', 'items', 'currencies'],
  servers: [],
  attributes: [{ name: 'farm_size', type: 'integer', required: false, minimum: 1, maximum: 50 }],
  collections: [],
  currencyUnit: { slug: 'acorns', currency_name: 'Acorns', name: 'acorns', symbol: '🌰', multiplier: 0.5 },
};
