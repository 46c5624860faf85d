import type { JsonObject } from '../../../src/contract/json';

const GAMES = ['aion', 'bless', 'conan'] as const;

/** Currency offers of a small seller, as v2 answers them; every field has a value of its own. */
export function currencyOffer(id: number): JsonObject {
  const game = GAMES[id % GAMES.length] ?? '';
  return {
    id,
    uuid: `0b0d9a70-9f8b-4c1c-8d0f-${String(id).padStart(12, '0')}`,
    external_id: null,
    game: { id: id % GAMES.length, name: game.toUpperCase(), slug: game },
    currency_unit: {
      slug: 'gold',
      currency_name: 'Gold',
      name: 'Gold piece',
      symbol: 'g',
      multiplier: 10 + id,
    },
    title: `Gold on ${game}, offer ${id}`,
    description: `Fast and safe delivery of gold on every server of ${game}. Offer number ${id}.`,
    parameters: { server: `eu-${id}`, faction: 'light', level: 10 + id, trusted: true },
    base_currency: 'EUR',
    status: id % 5 === 0 ? 'draft' : 'listed',
    delivery_time: { duration: 2, unit: 'hours', format: '2h', format_long: '2 Hours', seconds: 7_200 },
    delivery_instructions: null,
    stock: 1_000 + id,
    min_quantity: 3 + id,
    price_eur: `0.${123_451 + 10 * id}`,
    price_usd: '0.2',
    views: 0,
    icon_url: 'https://example.com/icon.png',
    created_at: 1_700_000_000 + id,
    updated_at: 1_705_000_000 + id,
    listed_at: 1_702_000_000 + id,
  };
}

/** Account offers of a small seller, as v2 answers them. */
export function accountOffer(id: number): JsonObject {
  const game = GAMES[id % GAMES.length] ?? '';
  return {
    id,
    external_id: null,
    game: { id: id % GAMES.length, name: game.toUpperCase(), slug: game },
    account_order_ids: [],
    title: `Account ${id}`,
    slug: `account-${id}`,
    description: `Played by hand. Account number ${id}.`,
    parameters: {
      server: `us-${id}`,
      level_up_method: 'by_hand',
      ign: `Hero${id}`,
      skins: [3, 1, 2],
      vip: false,
    },
    dump: '',
    status: id % 4 === 0 ? 'draft' : 'listed',
    delivery_time: { duration: 10, unit: 'minutes', format: '10m', format_long: '10 Minutes', seconds: 600 },
    is_manual_delivery: false,
    credentials: {
      login: `login-${id}`,
      password: `password-${id}`,
      email_login: `mail-${id}@example.com`,
      email_password: `secret-${id}`,
      email_provider: 'example.com',
    },
    delivery_instructions: null,
    price: `${5 + id}.99`,
    price_usd: '9.99',
    views: 0,
    image_urls: [
      `https://example.com/${id}/a.png`,
      `https://example.com/${id}/b.png`,
      `https://example.com/${id}/c.png`,
    ],
    created_at: 1_700_000_000 + id,
    updated_at: 1_705_000_000 + id,
    listed_at: 1_702_000_000 + id,
  };
}
