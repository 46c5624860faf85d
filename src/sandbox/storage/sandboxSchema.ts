import type { DatabaseSync } from 'node:sqlite';

/** Version of the tables, which a file keeps. */
const VERSION = 4;

/** The columns by which lists of offers are filtered. */
const OFFER_FILTERS = 'status, game_id, title';

/** Seconds of an offer's delivery as SQL: 0 for an instant one. */
export const DELIVERY_SECONDS = `(ifnull(delivery_duration, 0) * case delivery_unit
  when 'days' then 86400 when 'hours' then 3600 when 'minutes' then 60 else 1 end)`;

/** One index for each order of a list; it also holds the filtered columns, so that other rows are skipped unread. */
const orderedIndexes = (table: string, owner: string, orders: readonly string[], filters: string): string =>
  orders
    .map((order, place) => {
      const columns = order === 'id' ? 'id' : `${order}, id`;
      const name = `${table}_${owner.replaceAll(/\W+/g, '_')}_${place}`;
      return `create index ${name} on ${table} (${owner}, ${columns}, ${filters});`;
    })
    .join('\n');

const OFFER_ORDERS = ['id', 'updated_at', 'created_at', 'price', 'views', 'listed_at', DELIVERY_SECONDS];
const ORDER_ORDERS = ['id', 'updated_at', 'created_at', 'purchased_at', 'completed_at'];

const DELIVERY = 'delivery_duration integer, delivery_unit text';
const INSTANTS = 'created_at integer not null, updated_at integer not null';

const TABLES = `
create table setting (name text primary key, value text not null) strict;
create table api_key (
  id integer primary key autoincrement, seller_id integer not null, name text not null, version text not null,
  token_id text not null unique, read_only integer not null, created_at integer not null, deleted_at integer) strict;
create table account_offer (
  id integer primary key autoincrement, seller_id integer not null, game_id integer not null, external_id text,
  title text not null, slug text not null, description text not null default '', dump text, private_note text,
  status text not null default 'draft', is_manual integer not null default 0, ${DELIVERY}, delivery_instructions text,
  is_legacy integer not null default 1, login text, password text, email_login text, email_password text,
  email_provider text, server text, level_up_method text, ign text, attributes text not null default '{}',
  game_items text not null default '{}', price integer not null default 0, views integer not null default 0,
  image_urls text not null default '[]', trend_score real not null default 0, is_featured integer not null default 0,
  is_rare integer not null default 0, is_discounted integer not null default 0, ${INSTANTS}, listed_at integer,
  sold_at integer) strict;
${orderedIndexes('account_offer', 'seller_id', OFFER_ORDERS, OFFER_FILTERS)}
create index account_offer_by_status on account_offer (seller_id, status, updated_at, id, game_id);
create index account_offer_by_login on account_offer (seller_id, login);
create table credential (
  id integer primary key autoincrement, seller_id integer not null, account_offer_id integer not null,
  account_order_id integer, credentials text not null, ${INSTANTS}, unique (account_offer_id, credentials)) strict;
create table stock_offer (
  id integer primary key autoincrement, kind text not null, uuid text not null unique, seller_id integer not null,
  game_id integer not null, external_id text, title text not null, description text not null default '',
  attributes text not null default '{}', status text not null default 'draft', ${DELIVERY}, delivery_instructions text,
  stock integer not null default 0, min_quantity integer not null default 1, price integer not null default 0,
  views integer not null default 0, icon_url text not null, ${INSTANTS}, listed_at integer) strict;
${orderedIndexes('stock_offer', 'seller_id, kind', OFFER_ORDERS, OFFER_FILTERS)}
create table sale (
  id integer primary key autoincrement, seller_id integer not null, kind text not null, offer_id integer not null,
  game_id integer not null, credential_id integer, buyer_id integer not null, buyer_username text not null, rating text,
  title text not null, description text, quantity integer not null, parameters text, credentials text not null,
  status text not null, dispute_case_id integer, ${DELIVERY}, unit_price integer not null, ${INSTANTS},
  purchased_at integer, completed_at integer, refunded_at integer) strict;
${orderedIndexes('sale', 'seller_id, kind', ORDER_ORDERS, 'status, offer_id')}
${orderedIndexes('sale', 'seller_id', ORDER_ORDERS, 'status, offer_id')}
create index sale_by_buyer on sale (seller_id, buyer_id, game_id, status, offer_id, created_at);
create index sale_of_offer on sale (offer_id, kind, seller_id, status);
pragma user_version = ${VERSION};
`;

/**
 * Makes the tables of a new file; returns false for a file that has them. Throws for the file of an earlier version, whose
 * tables were others.
 */
export function createTables(database: DatabaseSync): boolean {
  const { user_version: version } = database.prepare('pragma user_version').get() as { user_version: number };
  if (version === VERSION) return false;
  const isEmpty = database.prepare('select 1 from sqlite_schema').get() === undefined;
  if (!isEmpty) throw new Error('another version of the sandbox has made it: give another --data file');
  database.exec(`begin; ${TABLES} commit;`);
  return true;
}
