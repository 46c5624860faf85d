import type { JsonObject } from '../../src/contract/json.js';

/** A currency offer as v2 answers it, with a text of its own in every place. */
export const sampleOffer: JsonObject = {
  id: 7,
  uuid: 'the uuid',
  external_id: null,
  game: { id: 1, name: 'the game', slug: 'the-game' },
  currency_unit: {
    slug: 'the-unit',
    currency_name: 'the currency',
    name: 'the unit',
    symbol: 'u',
    multiplier: 1000,
  },
  title: 'the title',
  description: 'the description',
  parameters: { server: 'the server' },
  base_currency: 'EUR',
  status: 'listed',
  delivery_time: { duration: 1, unit: 'hours', format: '1h', format_long: '1 hour', seconds: 3600 },
  delivery_instructions: null,
  stock: 5,
  min_quantity: 1,
  price_eur: '1.00',
  price_usd: '1.10',
  views: 0,
  icon_url: 'https://example.com/icon.png',
  created_at: 1_700_000_000,
  updated_at: 1_700_000_000,
  listed_at: null,
};
