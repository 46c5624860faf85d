import type { DatabaseSync } from 'node:sqlite';
import type { DeliveryUnit } from '../values/deliveryTime';

/** Version of the tables, stored in the file. */
const VERSION = 4;

/** Column with its SQL; `Value` is the type of its cells. */
interface Column<Value> {
  readonly sql: string;
  /** Never set: only carries the type. */
  readonly cell?: Value;
}

const text = <Value extends string = string>(more = ''): Column<Value> => ({ sql: `text not null${more}` });
const integer = (more = ''): Column<number> => ({ sql: `integer not null${more}` });
const nullableText = <Value extends string = string>(): Column<Value | null> => ({ sql: 'text' });
const nullableInteger = (): Column<number | null> => ({ sql: 'integer' });

const ZERO = ' default 0';
const EMPTY_OBJECT = ` default '{}'`;

/** Gives several names the same column. */
const repeat = <Of, Name extends string>(column: Of, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, column])) as Readonly<Record<Name, Of>>;

/** State of an account offer (observed). */
type AccountStatus = 'draft' | 'pending' | 'listed' | 'processing' | 'sold' | 'refunded' | 'archived';

/** Kinds of stock. */
export type StockKind = 'currency' | 'item';

/** Kinds of orders. */
export type OrderKind = 'account' | StockKind;

/** States of an order (spec 3). */
export type OrderStatus = 'pending' | 'in_delivery' | 'delivered' | 'refunded';

/** Owner of a row, and its instants in Unix seconds. */
const OWNED = repeat(integer(), 'seller_id', 'created_at', 'updated_at');

/** Delivery time; both columns are null for instant delivery. */
const DELIVERY = { delivery_duration: nullableInteger(), delivery_unit: nullableText<DeliveryUnit>() };

/** Columns of every offer; `price` of a unit in millionths of a euro, `attributes` the game's data as JSON. */
const OFFER = {
  ...OWNED,
  ...DELIVERY,
  ...repeat(nullableText(), 'external_id', 'delivery_instructions'),
  ...repeat(integer(ZERO), 'price', 'views'),
  game_id: integer(),
  title: text(),
  description: text(` default ''`),
  attributes: text(EMPTY_OBJECT),
  listed_at: nullableInteger(),
};

/** Account for sale: both API versions are views of this row. `image_urls` is a JSON list of texts. */
const account_offer = {
  ...OFFER,
  ...repeat(nullableText(), 'login', 'password', 'email_login', 'email_password', 'email_provider'),
  ...repeat(nullableText(), 'server', 'level_up_method', 'ign', 'dump', 'private_note'),
  ...repeat(integer(ZERO), 'is_manual', 'is_featured', 'is_rare', 'is_discounted'),
  slug: text(),
  status: text<AccountStatus>(` default 'draft'`),
  /** 1 for a single login in this row; 0 for a stock of credentials in separate rows. */
  is_legacy: integer(' default 1'),
  /** JSON object: item-type slugs and lists of item names. */
  game_items: text(EMPTY_OBJECT),
  image_urls: text(` default '[]'`),
  trend_score: { sql: 'real not null default 0' } as Column<number>,
  sold_at: nullableInteger(),
};

/** Credential in the stock of an account offer; it is sold if it has an order. */
const credential = {
  ...OWNED,
  account_offer_id: integer(),
  account_order_id: nullableInteger(),
  credentials: text(),
};

/** Stock of countable goods for sale. */
const stock_offer = {
  ...OFFER,
  kind: text<StockKind>(),
  uuid: text(' unique'),
  status: text<'draft' | 'listed' | 'archived'>(` default 'draft'`),
  stock: integer(ZERO),
  min_quantity: integer(' default 1'),
  icon_url: text(),
};

/** Purchase of any kind; `unit_price` in millionths of a euro. */
const sale = {
  ...OWNED,
  ...DELIVERY,
  ...repeat(integer(), 'offer_id', 'game_id', 'buyer_id', 'quantity', 'unit_price'),
  ...repeat(nullableInteger(), 'purchased_at', 'completed_at', 'refunded_at'),
  kind: text<OrderKind>(),
  status: text<OrderStatus>(),
  title: text(),
  description: nullableText(),
  buyer_username: text(),
  /** Credential that is assigned to an order of a stocked account offer. */
  credential_id: nullableInteger(),
  /** JSON object (spec 2.4); null until the buyer rates. */
  rating: nullableText(),
  /** JSON object: the game's data of the offer at the purchase. */
  parameters: nullableText(),
  /** JSON object: the buyer's input for the delivery. */
  credentials: text(),
  /** Active dispute; null if there is none. */
  dispute_case_id: nullableInteger(),
};

/** Key of a seller. Its text is never stored: the signature proves it, and this row keeps it valid. */
const api_key = {
  ...repeat(integer(), 'seller_id', 'read_only', 'created_at'),
  name: text(),
  version: text<'v1' | 'v2'>(),
  /** Claim that ties a signed key to this row. */
  token_id: text(' unique'),
  deleted_at: nullableInteger(),
};

type Row<Columns> = { readonly id: number } & {
  readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};

export type AccountOffer = Row<typeof account_offer>;
export type Credential = Row<typeof credential>;
export type StockOffer = Row<typeof stock_offer>;
export type Order = Row<typeof sale>;
export type SellerKey = Row<typeof api_key>;

/** SQL of the delivery time of an offer in seconds: 0 for instant delivery. */
export const DELIVERY_SECONDS = `(ifnull(delivery_duration, 0) * case delivery_unit
  when 'days' then 86400 when 'hours' then 3600 when 'minutes' then 60 else 1 end)`;

const createTable = (
  name: string,
  columns: Readonly<Record<string, Column<unknown>>>,
  ...constraints: readonly string[]
): string => {
  const definitions = Object.entries(columns).map(([column, { sql }]) => `${column} ${sql}`);
  const all = ['id integer primary key autoincrement', ...definitions, ...constraints];
  return `create table ${name} (${all.join(', ')}) strict;`;
};

/**
 * Makes an index for each order of a list. Each includes the filtered columns, so that other rows are skipped unread.
 */
const orderedIndexes = (table: string, owner: string, orders: readonly string[], filters: string): string =>
  orders
    .map((order, index) => {
      const columns = order === 'id' ? 'id' : `${order}, id`;
      const name = `${table}_${owner.replaceAll(/\W+/g, '_')}_${index}`;
      return `create index ${name} on ${table} (${owner}, ${columns}, ${filters});`;
    })
    .join('\n');

const OFFER_ORDERS = ['id', 'updated_at', 'created_at', 'price', 'views', 'listed_at', DELIVERY_SECONDS];
const ORDER_ORDERS = ['id', 'updated_at', 'created_at', 'purchased_at', 'completed_at'];
const OFFER_FILTERS = 'status, game_id, title';
const ORDER_FILTERS = 'status, offer_id';

/** Ids before the first of each table, in separate ranges, so that ids of two tables are never confused. */
const LAST_IDS = { stock_offer: 7_000, account_offer: 500_000, credential: 3_000_000, sale: 6_000_000 };

const TABLES = `
create table setting (name text primary key, value text not null) strict;
${createTable('api_key', api_key)}
${createTable('account_offer', account_offer)}
${orderedIndexes('account_offer', 'seller_id', OFFER_ORDERS, OFFER_FILTERS)}
create index account_offer_by_status on account_offer (seller_id, status, updated_at, id, game_id);
create index account_offer_by_login on account_offer (seller_id, login);
${createTable('credential', credential, 'unique (account_offer_id, credentials)')}
${createTable('stock_offer', stock_offer)}
${orderedIndexes('stock_offer', 'seller_id, kind', OFFER_ORDERS, OFFER_FILTERS)}
${createTable('sale', sale)}
${orderedIndexes('sale', 'seller_id, kind', ORDER_ORDERS, ORDER_FILTERS)}
${orderedIndexes('sale', 'seller_id', ORDER_ORDERS, ORDER_FILTERS)}
create index sale_by_buyer on sale (seller_id, buyer_id, game_id, status, offer_id, created_at);
create index sale_of_offer on sale (offer_id, kind, seller_id, status);
insert into sqlite_sequence values ${Object.entries(LAST_IDS)
  .map(([table, id]) => `('${table}', ${id})`)
  .join(', ')};
pragma user_version = ${VERSION};
`;

/** Creates the tables of a new file. Throws for the file of an earlier version, whose tables differ. */
export function createTables(database: DatabaseSync): void {
  const { user_version: version } = database.prepare('pragma user_version').get() as { user_version: number };
  if (version === VERSION) return;
  const isEmpty = database.prepare('select 1 from sqlite_schema').get() === undefined;
  if (!isEmpty) throw new Error('another version of the sandbox has made it: give another --data file');
  database.exec(`begin; ${TABLES} commit;`);
}
