import { type Insertable, type Kysely, type Migration, type Selectable, sql, type Transaction } from 'kysely';
import { portions } from './openStore';

/** One event of the stage log; instants in ms, `change` and `evidence` as JSON. */
interface EventTable {
  seq: number;
  at: number;
  actor: string;
  resource: string;
  from_stage: string;
  change: string;
  cause: string;
  reason: string;
  evidence: string;
  step: string;
  mapping_hash: string;
  prev_hash: string;
  hash: string;
}

/** Evidence of a resource within one epoch, as JSON. */
interface EvidenceTable {
  resource: string;
  epoch: string;
  counts: string;
}

/** An ambiguous write: it may have been executed. */
interface WriteTable {
  /** Id of the request. */
  id: string;
  at: number;
  resource: string;
  operation: string;
  target: string;
  caller: string;
  side: string;
  problem: string;
  found: string | null;
  closed_at: number | null;
  closed_by: string | null;
  note: string | null;
}

/** Usage of a resource by clients, as JSON. */
interface UsageTable {
  resource: string;
  counts: string;
}

/** The name of a caller, by the fingerprint of its key. */
interface LabelTable {
  caller: string;
  name: string;
}

/** One row that is written to check that the file can still be written. */
interface ProbeTable {
  id: number;
  probes: number;
}

/** The tables of the cutover. */
export interface CutoverTables {
  cutover_event: EventTable;
  cutover_evidence: EvidenceTable;
  cutover_write: WriteTable;
  cutover_probe: ProbeTable;
  cutover_usage: UsageTable;
  cutover_label: LabelTable;
}

async function createLog(db: Kysely<unknown>): Promise<void> {
  const texts = ['actor', 'resource', 'from_stage', 'change', 'cause', 'reason', 'evidence', 'step'];
  let table = db.schema
    .createTable('cutover_event')
    .addColumn('seq', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull());
  for (const name of [...texts, 'mapping_hash', 'prev_hash', 'hash']) {
    table = table.addColumn(name, 'text', (column) => column.notNull());
  }
  await table.execute();
  for (const action of ['update', 'delete']) {
    await sql`create trigger ${sql.raw(`cutover_event_no_${action} before ${action}`)} on cutover_event
      begin select raise(abort, 'the log of stages is append-only'); end`.execute(db);
  }
}

async function createRest(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('cutover_evidence')
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('epoch', 'text', (column) => column.notNull())
    .addColumn('counts', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('cutover_evidence_pk', ['resource', 'epoch'])
    .execute();
  let writes = db.schema
    .createTable('cutover_write')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull());
  for (const name of ['resource', 'operation', 'target', 'caller', 'side', 'problem']) {
    writes = writes.addColumn(name, 'text', (column) => column.notNull());
  }
  await writes
    .addColumn('found', 'text')
    .addColumn('closed_at', 'bigint')
    .addColumn('closed_by', 'text')
    .addColumn('note', 'text')
    .execute();
  await db.schema
    .createTable('cutover_probe')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('probes', 'integer', (column) => column.notNull())
    .execute();
}

async function createClients(db: Kysely<unknown>): Promise<void> {
  for (const [table, key, value] of [
    ['cutover_usage', 'resource', 'counts'],
    ['cutover_label', 'caller', 'name'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn(key, 'text', (column) => column.primaryKey())
      .addColumn(value, 'text', (column) => column.notNull())
      .execute();
  }
}

/** Migrations of the cutover, in the order of their names; a released one is never edited. */
export const cutoverMigrations: Readonly<Record<string, Migration>> = {
  'cutover-001-log': { up: createLog },
  'cutover-002-evidence-writes-probe': { up: createRest },
  'cutover-003-usage-labels': { up: createClients },
};

type Db = Kysely<CutoverTables>;
type EventRow = Selectable<CutoverTables['cutover_event']>;
type WriteRow = Selectable<CutoverTables['cutover_write']>;

async function append(db: Db, event: Insertable<CutoverTables['cutover_event']>): Promise<void> {
  await db.insertInto('cutover_event').values(event).execute();
}

async function loadEvidence(db: Db, resource: string, epoch: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('cutover_evidence')
    .select('counts')
    .where('resource', '=', resource)
    .where('epoch', '=', epoch)
    .executeTakeFirst();
  return row?.counts;
}

async function saveEvidence(db: Db, resource: string, epoch: string, counts: string): Promise<void> {
  await db
    .insertInto('cutover_evidence')
    .values({ resource, epoch, counts })
    .onConflict((conflict) => conflict.columns(['resource', 'epoch']).doUpdateSet({ counts }))
    .execute();
}

async function saveUsage(db: Db, resource: string, counts: string): Promise<void> {
  await db
    .insertInto('cutover_usage')
    .values({ resource, counts })
    .onConflict((conflict) => conflict.column('resource').doUpdateSet({ counts }))
    .execute();
}

async function saveLabel(db: Db, caller: string, name: string | undefined): Promise<void> {
  if (name === undefined) await db.deleteFrom('cutover_label').where('caller', '=', caller).execute();
  else await db.replaceInto('cutover_label').values({ caller, name }).execute();
}

async function changeWrite(db: Db, id: string, members: Partial<WriteRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cutover_write')
    .set(members)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function add(
  db: Transaction<CutoverTables>,
  events: readonly EventRow[],
  writes: readonly WriteRow[],
): Promise<void> {
  for (const event of events) await append(db, event);
  // A write that is listed again replaces its earlier row.
  for (const rows of portions(writes)) await db.replaceInto('cutover_write').values(rows).execute();
}

async function probe(db: Db): Promise<void> {
  await db
    .insertInto('cutover_probe')
    .values({ id: 1, probes: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ probes: sql<number>`1 - probes` }))
    .execute();
}

/** Reads and writes the rows of the cutover. Rejects when the database does; `probe` writes a row to check that it can. */
export function createCutoverRows(db: Db) {
  return {
    events: (): Promise<EventRow[]> => db.selectFrom('cutover_event').selectAll().orderBy('seq').execute(),
    append: (event: EventRow) => append(db, event),
    loadEvidence: (resource: string, epoch: string) => loadEvidence(db, resource, epoch),
    saveEvidence: (resource: string, epoch: string, counts: string) =>
      saveEvidence(db, resource, epoch, counts),
    usage: () => db.selectFrom('cutover_usage').selectAll().execute(),
    saveUsage: (resource: string, counts: string) => saveUsage(db, resource, counts),
    labels: () => db.selectFrom('cutover_label').selectAll().execute(),
    saveLabel: (caller: string, name: string | undefined) => saveLabel(db, caller, name),
    writes: (): Promise<WriteRow[]> => db.selectFrom('cutover_write').selectAll().orderBy('at').execute(),
    changeWrite: (id: string, members: Partial<WriteRow>) => changeWrite(db, id, members),
    /** Adds all of it or nothing. */
    add: (events: readonly EventRow[], writes: readonly WriteRow[]) =>
      db.transaction().execute((transaction) => add(transaction, events, writes)),
    probe: () => probe(db),
  };
}
