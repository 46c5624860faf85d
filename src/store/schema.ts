import { type ColumnDefinitionBuilder, type ColumnType, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { CounterRow } from '../cutover/counters';
import { takeOverUsage, takeOverWrites } from './counterTable';
import { createTable, isServer, texts } from './migrations';

type Texts<Names extends string> = Record<Names, string>;

/** Event of the stage log; instants in ms, `change` and `evidence` as JSON. */
type EventTable = { seq: number; at: number } & Texts<
  | ('actor' | 'resource' | 'from_stage' | 'change' | 'cause' | 'reason' | 'evidence' | 'step')
  | ('mapping_hash' | 'prev_hash' | 'hash')
>;

/** Ambiguous write, which may have been executed, by the id of its request. */
interface WriteTable extends Texts<
  'id' | 'resource' | 'operation' | 'target' | 'caller' | 'side' | 'problem'
> {
  at: number;
  found: string | null;
  closed_at: number | null;
  closed_by: string | null;
  note: string | null;
}

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
  /** Process that reads the list now, and the count of heartbeats of all such processes. */
  scan_by: ColumnType<string | null, string | undefined, string | null>;
  scan_beats: ColumnType<number, number | undefined, number>;
}

/** Offer of a partition. Logins are not stored: `login_key` is an HMAC, null for an offer without a login. */
interface OfferTable {
  partition: string;
  offer_id: string;
  login_key: string | null;
  preferred: ColumnType<number, 0 | 1, 0 | 1>;
  /** Last pass that has seen the offer. */
  pass: number;
  /** Instant of the latest change by v2's clock; null if v2 does not say. */
  changed: number | null;
}

/** Processes that use the store, and the right to act for all; instants (ms) by the clock of the store. */
export interface MemberTables {
  member: Texts<'id' | 'name' | 'secret'> & Record<'started_at' | 'beat_at' | 'obeys' | 'serves', number>;
  member_lease: { name: string; holder: string; token: number; until: number };
  /** News of members until they are counted, and the number of each member's last counted batch. */
  member_news: { member: string; seq: number; at: number; body: string };
  member_counted: { member: string; seq: number };
}

/** Tables of the store; `counts`, `observed` and `sample` are JSON. */
export interface StoreTables extends MemberTables {
  cutover_event: EventTable;
  cutover_evidence: { resource: string; epoch: string; counts: string };
  cutover_write: WriteTable;
  /** Row that is written to check the store. */
  cutover_probe: { id: number; probes: number };
  /** Names of callers, by the fingerprint of their key. */
  cutover_label: { caller: string; name: string };
  /** Counts of served requests, by operation and outcome. */
  comparison_outcome: { operation: string; outcome: string; count: number };
  /** Compared pairs without their values. */
  comparison_observation: { id: string; at: number; epoch: string; observed: string };
  /** Differing pairs with stand-ins for their values. */
  comparison_sample: { id: string; at: number; sample: string };
  /** Additive counts of requests (`CounterRow`); `bucket_at` and `latest` are instants, ms. */
  counter: Pick<CounterRow, Exclude<keyof CounterRow, 'bucketAt' | 'bucketSeconds'>> &
    Record<'bucket_at' | 'bucket_seconds', number>;
  login_index_partition: PartitionTable;
  login_index_offer: OfferTable;
}

async function createLog(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'cutover_event', {
    seq: 'integer!',
    at: 'bigint',
    ...texts('actor', 'resource', 'from_stage', 'change', 'cause', 'reason', 'evidence', 'step'),
    ...texts('mapping_hash', 'prev_hash', 'hash'),
  });
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

async function createRest(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'cutover_evidence', texts('resource', 'epoch', 'counts'), ['resource', 'epoch']);
  await createTable(db, 'cutover_write', {
    id: 'text!',
    at: 'bigint',
    ...texts('resource', 'operation', 'target', 'caller', 'side', 'problem'),
    found: 'text?',
    closed_at: 'bigint?',
    closed_by: 'text?',
    note: 'text?',
  });
  await createTable(db, 'cutover_probe', { id: 'integer!', probes: 'integer' });
}

async function createClients(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'cutover_usage', { resource: 'text!', counts: 'text' });
  await createTable(db, 'cutover_label', { caller: 'text!', name: 'text' });
}

async function createComparison(db: Kysely<unknown>): Promise<void> {
  const outcome = { ...texts('operation', 'outcome'), count: 'bigint' } as const;
  await createTable(db, 'comparison_outcome', outcome, ['operation', 'outcome']);
  const dated = { id: 'text!', at: 'bigint' } as const;
  await createTable(db, 'comparison_observation', { ...dated, ...texts('epoch', 'observed') });
  await createTable(db, 'comparison_sample', { ...dated, ...texts('sample') });
  for (const table of ['comparison_observation', 'comparison_sample']) {
    await db.schema.createIndex(`${table}_by_time`).on(table).column('at').execute();
  }
}

async function createLoginIndex(db: Kysely<unknown>): Promise<void> {
  const marks = {
    pass_id: 'bigint?',
    pass_changed: 'bigint?',
    known_id: 'bigint?',
    known_changed: 'bigint?',
  } as const;
  await createTable(db, 'login_index_partition', {
    ...{ partition: 'text!', pass: 'integer', next_page: 'integer?', total: 'integer?' },
    ...{ began_at: 'bigint', complete_at: 'bigint?', ...marks, scan_by: 'text?' },
  });
  const counted = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
  await db.schema.alterTable('login_index_partition').addColumn('scan_beats', 'integer', counted).execute();
  const offer = { login_key: 'text?', preferred: 'integer', pass: 'integer', changed: 'bigint?' } as const;
  const key = ['partition', 'offer_id'];
  await createTable(db, 'login_index_offer', { ...texts(...key), ...offer }, key);
  await db.schema
    .createIndex('login_index_offer_by_login')
    .on('login_index_offer')
    .columns(['partition', 'login_key'])
    .execute();
}

async function createUsage(db: Kysely<unknown>): Promise<void> {
  const counterPlace = ['caller', 'program', 'resource', 'operation'] as const;
  const counts = ['requests', 'errors', 'by_v1', 'by_v2', 'refused', 'bodies', 'latest'];
  const columns = Object.fromEntries(counts.map((name) => [name, 'bigint' as const]));
  await createTable(db, 'usage_day', { day: 'integer', ...texts(...counterPlace), ...columns }, [
    'day',
    ...counterPlace,
  ]);
  const traits = { day: 'integer', ...texts(...counterPlace, 'trait'), requests: 'bigint' } as const;
  await createTable(db, 'usage_trait', traits, ['day', ...counterPlace, 'trait']);
}

async function createMembers(db: Kysely<unknown>): Promise<void> {
  const numbers = { started_at: 'bigint', beat_at: 'bigint', obeys: 'bigint', serves: 'integer' } as const;
  await createTable(db, 'member', { id: 'text!', ...texts('name', 'secret'), ...numbers });
  const news = { member: 'text', seq: 'bigint', at: 'bigint', body: 'text' } as const;
  await createTable(db, 'member_news', news, ['member', 'seq']);
  await createTable(db, 'member_counted', { member: 'text!', seq: 'bigint' });
  await createTable(db, 'member_lease', { name: 'text!', holder: 'text', token: 'bigint', until: 'bigint' });
}

const dropTable =
  (name: string) =>
  (db: Kysely<unknown>): Promise<void> =>
    db.schema.dropTable(name).ifExists().execute();

/** Stands for steps of version 0.1.0, whose result the first step of a table now makes at once. */
const madeAtOnce = { up: (): Promise<void> => Promise.resolve() };

/**
 * Migrations of the store, in the order of their names; a released one is never edited in its result. Cutover,
 * comparison and index once had a file each: a file of the index gets the other tables here.
 */
export const storeMigrations: Readonly<Record<string, Migration>> = {
  'comparison-001-tables': { up: createComparison },
  'comparison-002-resolutions': madeAtOnce,
  'comparison-003-agreements': madeAtOnce,
  'comparison-004-no-resolutions': { up: dropTable('comparison_resolution') }, // the log of stages has them
  'cutover-001-log': { up: createLog },
  'cutover-002-evidence-writes-probe': { up: createRest },
  'cutover-003-usage-labels': { up: createClients },
  'login-index-001-tables': { up: createLoginIndex },
  'login-index-002-marks': madeAtOnce,
  'login-index-003-scans': madeAtOnce,
  'store-001-imports': madeAtOnce,
  'store-002-members': { up: createMembers },
  'store-003-serves': madeAtOnce,
  'store-004-no-imports': { up: dropTable('store_import') },
  'usage-001-tables': { up: createUsage },
  'usage-002-counters': { up: takeOverUsage },
  'usage-003-writes': { up: takeOverWrites },
};
