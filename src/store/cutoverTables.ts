import { type Kysely, type Migration, sql } from 'kysely';

/** One line of the log of stages; instants in ms, `change` and `evidence` as JSON. */
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

/** What is known of a resource within one epoch, as JSON. */
interface EvidenceTable {
  resource: string;
  epoch: string;
  counts: string;
}

/** A write of which nobody knows whether it was executed. */
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

/** What clients use of a resource, as JSON. */
interface UsageTable {
  resource: string;
  counts: string;
}

/** The name of a caller, by the fingerprint of its key. */
interface LabelTable {
  caller: string;
  name: string;
}

/** One row, written to find out whether the file can still be written. */
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

/** The migrations of the cutover, in the order of their names; one that was released is never edited. */
export const cutoverMigrations: Readonly<Record<string, Migration>> = {
  'cutover-001-log': { up: createLog },
  'cutover-002-evidence-writes-probe': { up: createRest },
  'cutover-003-usage-labels': { up: createClients },
};
