import { type ColumnType, type Kysely, type Migration, sql } from 'kysely';

/** Progress of the index of one partition; instants in ms. */
interface PartitionTable {
  partition: string;
  pass: number;
  next_page: number | null;
  total: number | null;
  began_at: number;
  complete_at: number | null;
  /** High-water marks of the current pass, and of everything known. */
  pass_id: ColumnType<number | null, number | null | undefined>;
  pass_changed: ColumnType<number | null, number | null | undefined>;
  known_id: ColumnType<number | null, number | null | undefined>;
  known_changed: ColumnType<number | null, number | null | undefined>;
}

/** One offer of a partition. Logins are not stored: `login_key` is an HMAC, null for an offer without a login. */
interface OfferTable {
  partition: string;
  offer_id: string;
  login_key: string | null;
  preferred: ColumnType<number, 0 | 1, 0 | 1>;
  /** The last pass that has seen the offer. */
  pass: number;
  /** Instant of the latest change by v2's clock; null if v2 does not say. */
  changed: number | null;
}

/** The tables of the index of logins. */
export interface LoginIndexTables {
  login_index_partition: PartitionTable;
  login_index_offer: OfferTable;
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('login_index_partition')
    .addColumn('partition', 'text', (column) => column.primaryKey())
    .addColumn('pass', 'integer', (column) => column.notNull())
    .addColumn('next_page', 'integer')
    .addColumn('total', 'integer')
    .addColumn('began_at', 'bigint', (column) => column.notNull())
    .addColumn('complete_at', 'bigint')
    .execute();
  await db.schema
    .createTable('login_index_offer')
    .addColumn('partition', 'text', (column) => column.notNull())
    .addColumn('offer_id', 'text', (column) => column.notNull())
    .addColumn('login_key', 'text')
    .addColumn('preferred', 'integer', (column) => column.notNull())
    .addColumn('pass', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('login_index_offer_pk', ['partition', 'offer_id'])
    .execute();
  await db.schema
    .createIndex('login_index_offer_by_login')
    .on('login_index_offer')
    .columns(['partition', 'login_key'])
    .execute();
}

/** Adds marks. Earlier entries have none, so every list is incomplete and read again. */
async function addMarks(db: Kysely<unknown>): Promise<void> {
  for (const name of ['pass_id', 'pass_changed', 'known_id', 'known_changed']) {
    await db.schema.alterTable('login_index_partition').addColumn(name, 'bigint').execute();
  }
  await db.schema.alterTable('login_index_offer').addColumn('changed', 'bigint').execute();
  await sql`update login_index_partition set next_page = null, complete_at = null`.execute(db);
}

/** Migrations of the index of logins, in the order of their names; a released one is never edited. */
export const loginIndexMigrations: Readonly<Record<string, Migration>> = {
  'login-index-001-tables': { up: createTables },
  'login-index-002-marks': { up: addMarks },
};
