import type { JsonObject } from '../../../src/contract/json.js';

/** Sizes of one v2 answer as bytes on the wire. */
export const sizes = { small: 1_500, large: 20_000 } as const;

export type Size = keyof typeof sizes;

/** Length of free text, and bytes of further attributes. */
interface Free {
  readonly text: number;
  readonly attributes: number;
}

/** Lines as sellers write them; what a description is made of, again and again. */
const LINES = [
  'Raised with care, never traded, ready at once.',
  '"Fast and friendly", says who bought before.',
  '- all quests done\n- mounts: see the "Mounts" list\n',
  'Any question? Write me\tbefore you buy; I answer within the hour.\n',
].join('\n');

const UMLAUT = 'Auch für Käufer aus Köln, auf Wunsch nachts.\n';
const STAR = '★ 100% handmade ★\n';

/** Text of an offer: every one has newlines and quotes, some an umlaut, one in ten a star. */
export function prose(length: number, id = 0): string {
  const last = id % 10;
  const begin = (last === 5 ? STAR : '') + ([0, 2, 6].includes(last) ? UMLAUT : '');
  return (begin + LINES.repeat(Math.ceil(length / LINES.length))).slice(0, length);
}

/** Attributes of a game's own, so many bytes of them: a large offer has many, not one huge text. */
export function attributes(bytes: number): JsonObject {
  const members: [string, string][] = [];
  for (let remaining = bytes, number = 1; remaining > 90; remaining -= 90, number += 1) {
    members.push([`attribute_${number}`, prose(90 - 20 - `${number}`.length)]);
  }
  return Object.fromEntries(members);
}

const deliveryTime = { duration: 3, unit: 'hours', format: '3h', format_long: '3 hours', seconds: 10_800 };

const game = { id: 31, name: 'Star Traders', slug: 'star-traders' };

const dates = { created_at: 1_700_000_004, updated_at: 1_764_460_798, listed_at: 1_712_345_679 };

const nothing: Free = { text: 0, attributes: 0 };

/** A v2 account offer (spec 2.6) with so much free text and so many attributes. */
export const accountOffer = (id: number, login: string, free = nothing): JsonObject => ({
  id,
  external_id: `my-shop-${id}`,
  game,
  account_order_ids: [55],
  title: 'Level 60 trader',
  slug: `level-60-trader-${id}`,
  description: prose(free.text, id),
  parameters: {
    server: 'Alpha',
    level_up_method: 'by_hand',
    ign: 'Wren',
    level: 60,
    mounts: ['Grey wolf', 'Rim "runner"'],
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
  price_usd: '21.614937',
  views: 12,
  image_urls: ['https://images.example.com/1.png', 'https://images.example.com/2.png'],
  ...dates,
});

/** A v2 currency offer (spec 2.9) with so much free text and so many attributes. */
export const currencyOffer = (id: number, free = nothing): JsonObject => ({
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
  description: prose(free.text, id),
  parameters: {
    server: 'Alpha',
    faction: 'Rim',
    harbours: ['North', 'South'],
    ...attributes(free.attributes),
  },
  base_currency: 'EUR',
  status: 'listed',
  delivery_time: deliveryTime,
  delivery_instructions: 'Be online',
  stock: 250_000,
  min_quantity: 500,
  price_eur: '0.004200',
  price_usd: '0.004567213',
  views: 88,
  icon_url: 'https://images.example.com/gold.png',
  ...dates,
});

/** Makes a document of a size: what its fixed part leaves is text, and beyond 2,000 characters attributes. */
export function ofSize(make: (free: Free) => JsonObject, size: Size | number): JsonObject {
  const bytes = typeof size === 'number' ? size : sizes[size];
  const sizeOf = (free: Free) => Buffer.byteLength(JSON.stringify({ data: make(free) }));
  const remaining = Math.max(0, bytes - sizeOf(nothing));
  let text = Math.min(2_000, remaining);
  // Newlines, quotes and what is beyond ASCII take more bytes than one.
  while (text > 0 && sizeOf({ text, attributes: 0 }) > bytes) text -= 1;
  return make({ text, attributes: Math.max(0, bytes - sizeOf({ text, attributes: 0 })) });
}
