import type { JsonObject } from '../../../src/contract/json';

/** Sizes of one v2 answer as bytes on the wire. */
export const sizes = { small: 1_500, large: 20_000 } as const;

export type Size = keyof typeof sizes;

/** A text of words, so that it is neither one long run nor noise. */
export const prose = (length: number): string =>
  'Raised with care, never traded, ready at once. '.repeat(Math.ceil(length / 47)).slice(0, length);

/** Attributes of a game's own, so many bytes of them: a large offer has many, not one huge text. */
export function attributes(bytes: number): JsonObject {
  const members: [string, string][] = [];
  for (let left = bytes, number = 1; left > 90; left -= 90, number += 1) {
    members.push([`attribute_${number}`, prose(90 - 20 - `${number}`.length)]);
  }
  return Object.fromEntries(members);
}

const deliveryTime = { duration: 3, unit: 'hours', format: '3h', format_long: '3 hours', seconds: 10_800 };

const game = { id: 31, name: 'Star Traders', slug: 'star-traders' };

const dates = { created_at: 1_700_000_004, updated_at: 1_764_460_798, listed_at: 1_712_345_679 };

/** A v2 account offer (spec 2.6) with so much free text and so many attributes. */
export const accountOffer = (id: number, login: string, free = { text: 0, attributes: 0 }): JsonObject => ({
  id,
  external_id: `my-shop-${id}`,
  game,
  account_order_ids: [55],
  title: 'Level 60 trader',
  slug: `level-60-trader-${id}`,
  description: prose(free.text),
  parameters: {
    server: 'Alpha',
    level_up_method: 'by_hand',
    ign: 'Wren',
    level: 60,
    ...attributes(free.attributes),
  },
  dump: 'trader rare',
  status: 'listed',
  delivery_time: deliveryTime,
  is_manual_delivery: false,
  credentials: {
    login,
    password: 'correct horse',
    email_login: 'box@mail.example',
    email_password: 'battery staple',
    email_provider: 'mail.example',
  },
  delivery_instructions: 'Change the password',
  price: '19.90',
  price_usd: '21.61',
  views: 12,
  image_urls: ['https://images.example.com/1.png', 'https://images.example.com/2.png'],
  ...dates,
});

/** A v2 currency offer (spec 2.9) with so much free text and so many attributes. */
export const currencyOffer = (id: number, free = { text: 0, attributes: 0 }): JsonObject => ({
  id,
  uuid: `9b2f1c9e-0f0e-4f53-8a60-${String(id).padStart(12, '0')}`,
  external_id: null,
  game,
  currency_unit: {
    slug: 'gold-thousand',
    currency_name: 'Gold',
    name: 'thousand gold',
    symbol: 'KG',
    multiplier: 1000,
  },
  title: 'Star Traders gold',
  description: prose(free.text),
  parameters: { server: 'Alpha', faction: 'Rim', ...attributes(free.attributes) },
  base_currency: 'EUR',
  status: 'listed',
  delivery_time: deliveryTime,
  delivery_instructions: 'Be online',
  stock: 250_000,
  min_quantity: 500,
  price_eur: '0.004200',
  price_usd: '0.004567',
  views: 88,
  icon_url: 'https://images.example.com/gold.png',
  ...dates,
});

/** Makes a document of a size: what its fixed part leaves is text, and beyond 2,000 characters attributes. */
export function ofSize(
  make: (free: { text: number; attributes: number }) => JsonObject,
  size: Size,
): JsonObject {
  const left = sizes[size] - JSON.stringify({ data: make({ text: 0, attributes: 0 }) }).length;
  const text = Math.min(2_000, left);
  return make({ text, attributes: left - text });
}
