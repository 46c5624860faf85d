import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addLiveShapes } from './liveShapes';
import { createListCounts } from './listCounts';

/**
 * Every table, with an index for each way it is listed. Ids are `autoincrement`, so that an id is never given twice,
 * also after a delete.
 */
export async function createFirstTables(db: Kysely<unknown>): Promise<void> {
  const statements = [...SELLERS, ...ACCOUNTS, ...STOCKS, ...ORDERS, ...MONEY, ...WEBHOOKS];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** The columns by which lists of offers are filtered. */
const OFFER_FILTERS = 'status, game_id, title';

/**
 * One index for each order of a list. It also holds the filtered columns, so that rows which do not match are
 * skipped without being read.
 */
function orderedIndexes(table: string, owner: string, orders: readonly string[], filters: string): string[] {
  const name = `${table}_${owner}`.replaceAll(/\W+/g, '_');
  return orders.map((column) => {
    const order = column === 'id' ? 'id' : `${column}, id`;
    return `create index ${name}_by_${column} on ${table} (${owner}, ${order}, ${filters})`;
  });
}

const SELLERS = [
  `create table setting (name text primary key, value text not null) strict`,
  `create table seller (id integer primary key, name text not null, created_at integer not null) strict`,
  `create table api_key (
    id integer primary key autoincrement, seller_id integer not null references seller, name text not null,
    version text not null check (version in ('v1', 'v2')), token_id text not null unique,
    read_only integer not null, created_at integer not null, deleted_at integer) strict`,
  `create index api_key_of_seller on api_key (seller_id)`,
];

const ACCOUNTS = [
  `create table account_offer (
    id integer primary key autoincrement, seller_id integer not null references seller, game_id integer not null,
    external_id text, title text not null, slug text not null, description text not null, dump text,
    private_note text, status text not null, is_manual integer not null, delivery_duration integer,
    delivery_unit text, delivery_instructions text, is_legacy integer not null, login text, password text,
    email_login text, email_password text, email_provider text, server text, level_up_method text, ign text,
    attributes text not null, game_items text not null, price integer not null, views integer not null,
    image_urls text not null, trend_score real not null, is_featured integer not null, is_rare integer not null,
    is_discounted integer not null, created_at integer not null, updated_at integer not null,
    listed_at integer, sold_at integer) strict`,
  ...orderedIndexes('account_offer', 'seller_id', ['id', 'updated_at', 'created_at', 'price'], OFFER_FILTERS),
  `create index account_offer_by_status on account_offer (seller_id, status, updated_at, id, game_id)`,
  `create index account_offer_by_login on account_offer (seller_id, login)`,
  `create table credential (
    id integer primary key autoincrement, seller_id integer not null references seller,
    account_offer_id integer not null references account_offer, account_order_id integer,
    credentials text not null, created_at integer not null, updated_at integer not null,
    unique (account_offer_id, credentials)) strict`,
];

const STOCKS = [
  `create table stock_offer (
    id integer primary key autoincrement, kind text not null check (kind in ('currency', 'item', 'gift_card')),
    uuid text not null unique, seller_id integer not null references seller, game_id integer, external_id text,
    title text not null, description text not null, attributes text not null, status text not null,
    delivery_duration integer, delivery_unit text, delivery_instructions text, stock integer not null,
    min_quantity integer not null, price integer not null, views integer not null, icon_url text not null,
    created_at integer not null, updated_at integer not null, listed_at integer) strict`,
  ...orderedIndexes(
    'stock_offer',
    'seller_id, kind',
    ['id', 'updated_at', 'created_at', 'price'],
    OFFER_FILTERS,
  ),
];

const ORDERS = [
  `create table "order" (
    id integer primary key autoincrement, seller_id integer not null references seller,
    kind text not null check (kind in ('account', 'item', 'currency', 'gift_card')), offer_id integer not null,
    game_id integer, credential_id integer, buyer_id integer not null, buyer_username text not null, rating text,
    title text not null, description text, quantity integer not null, parameters text, credentials text not null,
    status text not null, dispute_case_id integer, delivery_duration integer, delivery_unit text,
    unit_price integer not null, created_at integer not null, updated_at integer not null,
    purchased_at integer, completed_at integer, refunded_at integer) strict`,
  ...orderedIndexes('"order"', 'seller_id, kind', ['id', 'updated_at', 'created_at'], 'status, offer_id'),
  ...orderedIndexes('"order"', 'seller_id', ['id', 'updated_at', 'created_at'], 'status, offer_id'),
  `create index order_of_offer on "order" (offer_id, kind, seller_id, status)`,
];

const MONEY = [
  `create table payment (
    id integer primary key autoincrement, seller_id integer not null references seller, order_id integer not null,
    kind text not null check (kind in ('sale', 'refund')), status text not null, amount integer not null,
    fee integer not null, created_at integer not null, updated_at integer not null) strict`,
  ...orderedIndexes('payment', 'seller_id', ['id', 'updated_at', 'created_at'], 'kind, status'),
  `create index payment_by_status on payment (seller_id, status, amount, fee)`,
  `create index payment_of_order on payment (order_id)`,
  `create table payout (
    id integer primary key autoincrement, seller_id integer not null references seller, status text not null,
    method text not null, amount integer not null, created_at integer not null, updated_at integer not null,
    paid_at integer) strict`,
  `create index payout_by_update on payout (seller_id, updated_at, id)`,
];

const WEBHOOKS = [
  `create table webhook (
    id integer primary key autoincrement, seller_id integer not null references seller, url text not null,
    secret text not null, events text not null, is_active integer not null, created_at integer not null,
    updated_at integer not null) strict`,
  `create index webhook_of_seller on webhook (seller_id, updated_at, id)`,
  `create table webhook_event (
    id text primary key, seller_id integer not null references seller, topic text not null, body text not null,
    created_at integer not null) strict`,
  `create table webhook_delivery (
    id integer primary key autoincrement, seller_id integer not null references seller,
    webhook_id integer not null references webhook on delete cascade,
    event_id text not null references webhook_event, status text not null, attempts integer not null,
    next_attempt_at integer, last_status integer, last_error text, created_at integer not null,
    updated_at integer not null) strict`,
  `create index webhook_delivery_due on webhook_delivery (next_attempt_at) where status = 'waiting'`,
  `create index webhook_delivery_of_webhook on webhook_delivery (webhook_id)`,
];

/** The marketplace's migrations, in the order of their names; one that was released is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-first-tables': { up: createFirstTables },
  '002-tallies': { up: createListCounts },
  '003-live-shapes': { up: addLiveShapes },
};
