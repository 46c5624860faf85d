import { type Kysely, sql } from 'kysely';

/** Sellers, their keys, account and currency offers, and orders, with an index for each way they are listed. */
export async function createFirstTables(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

// `autoincrement` so that an id is never given twice, also after a delete.
const STATEMENTS = [
  `create table setting (name text primary key, value text not null) strict`,
  `create table seller (id integer primary key, name text not null, created_at integer not null) strict`,
  `create table api_key (
    id integer primary key autoincrement, seller_id integer not null references seller, name text not null,
    version text not null check (version in ('v1', 'v2')), token_id text not null unique,
    read_only integer not null, created_at integer not null, deleted_at integer) strict`,
  `create index api_key_of_seller on api_key (seller_id)`,
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
  `create index account_offer_by_id on account_offer (seller_id, id)`,
  `create index account_offer_by_update on account_offer (seller_id, updated_at, id)`,
  `create index account_offer_by_status on account_offer (seller_id, status, updated_at, id)`,
  `create index account_offer_by_game on account_offer (seller_id, game_id, updated_at, id)`,
  `create index account_offer_by_login on account_offer (seller_id, login)`,
  `create table currency_offer (
    id integer primary key autoincrement, uuid text not null unique, seller_id integer not null references seller,
    game_id integer not null, external_id text, title text not null, description text not null,
    attributes text not null, status text not null, delivery_duration integer, delivery_unit text,
    delivery_instructions text, stock integer not null, min_quantity integer not null, price integer not null,
    views integer not null, icon_url text not null, created_at integer not null, updated_at integer not null,
    listed_at integer) strict`,
  `create index currency_offer_by_id on currency_offer (seller_id, id)`,
  `create index currency_offer_by_update on currency_offer (seller_id, updated_at, id)`,
  `create index currency_offer_by_status on currency_offer (seller_id, status, updated_at, id)`,
  `create index currency_offer_by_game on currency_offer (seller_id, game_id, updated_at, id)`,
  `create table "order" (
    id integer primary key autoincrement, seller_id integer not null references seller,
    kind text not null check (kind in ('account', 'item', 'currency', 'gift_card')), offer_id integer not null,
    game_id integer, buyer_id integer not null, buyer_username text not null, title text not null,
    description text, quantity integer not null, parameters text, credentials text not null,
    status text not null, dispute_case_id integer, delivery_duration integer, delivery_unit text,
    unit_price integer not null, created_at integer not null, updated_at integer not null,
    purchased_at integer, completed_at integer, refunded_at integer) strict`,
  `create index order_by_update on "order" (seller_id, kind, updated_at, id)`,
  `create index order_by_id on "order" (seller_id, kind, id)`,
  `create index order_of_offer on "order" (kind, offer_id)`,
];
