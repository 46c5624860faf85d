import { type Generated, type Kysely, sql } from 'kysely';

/** Seconds of an offer's delivery as SQL: 0 for an instant one. */
export const DELIVERY_SECONDS = `(ifnull(delivery_duration, 0) * case delivery_unit
  when 'days' then 86400 when 'hours' then 3600 when 'minutes' then 60 else 1 end)`;

/** The messages of buyer and seller about an order. */
export interface OrderMessageTable {
  id: Generated<number>;
  seller_id: number;
  order_id: number;
  sender: 'buyer' | 'seller';
  message: string;
  created_at: number;
  updated_at: number;
}

/** Messages about orders, and an index for each order and filter of a list that came with the live service's. */
export async function addLiveShapes(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...MESSAGES, ...OFFERS, ...ORDERS]) await sql.raw(statement).execute(db);
}

const MESSAGES = [
  `create table order_message (
    id integer primary key autoincrement, seller_id integer not null references seller,
    order_id integer not null references "order", sender text not null check (sender in ('buyer', 'seller')),
    message text not null, created_at integer not null, updated_at integer not null) strict`,
  `create index order_message_by_update on order_message (seller_id, order_id, updated_at, id)`,
];

const OFFERS = [
  ['account_offer', 'seller_id'],
  ['stock_offer', 'seller_id, kind'],
].flatMap(([table = '', owner = '']) => [
  `create index ${table}_by_views on ${table} (${owner}, views, id)`,
  `create index ${table}_by_listing on ${table} (${owner}, listed_at, id)`,
  `create index ${table}_by_delivery on ${table} (${owner}, ${DELIVERY_SECONDS}, id)`,
]);

const ORDERS = [
  ['order', 'seller_id'],
  ['order_of_kind', 'seller_id, kind'],
].flatMap(([name = '', owner = '']) => [
  `create index ${name}_by_purchase on "order" (${owner}, purchased_at, id)`,
  `create index ${name}_by_completion on "order" (${owner}, completed_at, id)`,
  `create index ${name}_by_buyer on "order" (${owner}, buyer_id, game_id, status, offer_id, created_at)`,
]);
