import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { takeOverEvidence, takeOverUsage } from './counterMigrations';
import { takeOverDocuments } from './documentTable';
import { type StoredColumns, createTable, isServer, keyColumns } from './migrations';

/** Columns of the tables: `?` permits null, `!` belongs to the primary key. Instants are in ms. */
const tables = {
  /** Log of stages; `change` and `evidence` are JSON. */
  cutover_event: {
    seq: 'integer!',
    at: 'bigint',
    actor: 'text',
    resource: 'text',
    from_stage: 'text',
    change: 'text',
    cause: 'text',
    reason: 'text',
    evidence: 'text',
    step: 'text',
    mapping_hash: 'text',
    prev_hash: 'text',
    hash: 'text',
  },
  /** Ambiguous writes, which may have been executed, by the id of their request. */
  cutover_write: {
    id: 'text!',
    at: 'bigint',
    resource: 'text',
    operation: 'text',
    target: 'text',
    caller: 'text',
    side: 'text',
    problem: 'text',
    found: 'text?',
    closed_at: 'bigint?',
    closed_by: 'text?',
    note: 'text?',
  },
  /** Small rows of several kinds; a process holds some of them, until another may take them over. */
  document: {
    kind: 'text!',
    key: 'text!',
    at: 'bigint',
    holder: 'text?',
    held_until: 'bigint?',
    value: 'text',
  },
  /** Compared pairs without their values, as JSON. */
  comparison_observation: { id: 'text!', at: 'bigint', epoch: 'text', observed: 'text' },
  /** Progress of the index of each partition, its high-water marks, and the process that reads the list. */
  login_index_partition: {
    partition: 'text!',
    pass: 'integer',
    next_page: 'integer?',
    total: 'integer?',
    began_at: 'bigint',
    complete_at: 'bigint?',
    pass_id: 'bigint?',
    pass_changed: 'bigint?',
    known_id: 'bigint?',
    known_changed: 'bigint?',
    scan_by: 'text?',
    scan_beats: 'integer',
  },
  /**
   * Offers of a partition, with the last pass that has seen each and the instant of its latest change by v2's clock.
   * Logins are not stored: `login_key` is an HMAC, null for an offer without a login.
   */
  login_index_offer: {
    partition: 'text!',
    offer_id: 'text!',
    login_key: 'text?',
    preferred: 'integer',
    pass: 'integer',
    changed: 'bigint?',
  },
  /** Processes that use the store; instants by the clock of the store. */
  member: {
    id: 'text!',
    name: 'text',
    secret: 'text',
    started_at: 'bigint',
    beat_at: 'bigint',
    obeys: 'bigint',
    serves: 'integer',
    /** JSON; null in the row of an earlier version, which may still run. */
    alarms: 'text?',
  },
  /** Latest news of members. */
  member_news: { member: 'text!', seq: 'bigint!', at: 'bigint', body: 'text' },
  /** Additive counts of requests (`CounterRow`); `bucket_at` and `latest` are instants. */
  counter: {
    bucket_at: 'bigint!',
    bucket_seconds: 'integer!',
    caller: 'text!',
    program: 'text!',
    resource: 'text!',
    operation: 'text!',
    side: 'text!',
    outcome: 'text!',
    trait: 'text!',
    requests: 'bigint',
    latest: 'bigint',
  },
} as const satisfies Readonly<Record<string, StoredColumns>>;

type Value<Text> =
  | (Text extends `text${string}` ? string : number)
  | (Text extends `${string}?` ? null : never);

export type StoreTables = {
  readonly [Name in keyof typeof tables]: {
    -readonly [Column in keyof (typeof tables)[Name]]: Value<(typeof tables)[Name][Column]>;
  };
};

export const primaryKeys = Object.fromEntries(
  Object.entries(tables).map(([name, columns]) => [name, keyColumns(columns)]),
) as Readonly<Record<keyof typeof tables, readonly string[]>>;

async function createNamedTables(
  db: Kysely<unknown>,
  ...names: readonly (keyof typeof tables)[]
): Promise<void> {
  for (const name of names) await createTable(db, name, tables[name]);
}

async function createLog(db: Kysely<unknown>): Promise<void> {
  await createNamedTables(db, 'cutover_event');
  const refusal = 'the log of stages is append-only';
  if (isServer(db)) {
    await sql`create function cutover_event_is_kept() returns trigger language plpgsql
      as ${sql.lit(`begin raise exception '${refusal}'; end`)}`.execute(db);
    await sql`create trigger cutover_event_is_kept before update or delete or truncate on cutover_event
      execute function cutover_event_is_kept()`.execute(db);
    return;
  }
  for (const action of ['update', 'delete']) {
    await sql`create trigger ${sql.raw(`cutover_event_no_${action} before ${action}`)} on cutover_event
      begin select raise(abort, ${sql.lit(refusal)}); end`.execute(db);
  }
}

async function createComparison(db: Kysely<unknown>): Promise<void> {
  await createNamedTables(db, 'comparison_observation');
  const byTime = db.schema.createIndex('comparison_observation_by_time').on('comparison_observation');
  await byTime.column('at').execute();
}

async function createLoginIndex(db: Kysely<unknown>): Promise<void> {
  await createNamedTables(db, 'login_index_partition', 'login_index_offer');
  const byLogin = db.schema.createIndex('login_index_offer_by_login').on('login_index_offer');
  await byLogin.columns(['partition', 'login_key']).execute();
}

const createTableDrop =
  (name: string) =>
  (db: Kysely<unknown>): Promise<void> =>
    db.schema.dropTable(name).ifExists().execute();

/** Stands for earlier steps, whose result another step now makes at once. */
const madeAtOnce = { up: (): Promise<void> => Promise.resolve() };

/**
 * Migrations of the store, in the order of their names; a released one is never edited in its result. Cutover,
 * comparison and index once had a file each: a file of the index gets the other tables here.
 */
export const storeMigrations: Readonly<Record<string, Migration>> = {
  'comparison-001-tables': { up: createComparison },
  'comparison-002-resolutions': madeAtOnce,
  'comparison-003-agreements': madeAtOnce,
  'comparison-004-no-resolutions': { up: createTableDrop('comparison_resolution') }, // the log of stages has them
  'cutover-001-log': { up: createLog },
  'cutover-002-evidence-writes-probe': { up: (db) => createNamedTables(db, 'cutover_write') },
  'cutover-003-usage-labels': madeAtOnce,
  'cutover-004-notices': madeAtOnce,
  'login-index-001-tables': { up: createLoginIndex },
  'login-index-002-marks': madeAtOnce,
  'login-index-003-scans': madeAtOnce,
  'store-001-imports': madeAtOnce,
  'store-002-members': { up: (db) => createNamedTables(db, 'member', 'member_news') },
  'store-003-serves': madeAtOnce,
  'store-004-no-imports': { up: createTableDrop('store_import') },
  'store-005-no-counted': { up: createTableDrop('member_counted') },
  'store-006-documents': {
    up: async (db) => {
      await createNamedTables(db, 'document');
      await takeOverDocuments(db);
    },
  },
  'store-007-member-alarms': {
    up: async (db) => {
      await createTableDrop('member')(db); // a process of an earlier version writes its row again with its next heartbeat
      await createNamedTables(db, 'member');
    },
  },
  'usage-001-tables': madeAtOnce, // later steps take over what an earlier version has counted in tables
  'usage-002-counters': {
    up: async (db) => {
      await createNamedTables(db, 'counter');
      await takeOverUsage(db);
    },
  },
  'usage-003-writes': { up: createTableDrop('cutover_usage') }, // the counters of days have its requests
  'usage-004-evidence': { up: takeOverEvidence },
};
