import type { ColumnType, Kysely, Migration } from 'kysely';

/** How far the index of one partition has come; instants in ms. */
interface PartitionTable {
  partition: string;
  pass: number;
  next_page: number | null;
  total: number | null;
  began_at: number;
  complete_at: number | null;
}

/** One offer of a partition. Logins are not stored: `login_key` is an HMAC, null for an offer without a login. */
interface OfferTable {
  partition: string;
  offer_id: string;
  login_key: string | null;
  preferred: ColumnType<number, 0 | 1, 0 | 1>;
  /** The last pass that has seen the offer. */
  pass: number;
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

/** The migrations of the index of logins, in the order of their names; one that was released is never edited. */
export const loginIndexMigrations: Readonly<Record<string, Migration>> = {
  'login-index-001-tables': { up: createTables },
};
