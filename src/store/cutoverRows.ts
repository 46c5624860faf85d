import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { CutoverTables } from './cutoverTables';
import { portions } from './portions';

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
  // What was left undone once and is again stands there anew.
  for (const rows of portions(writes)) await db.replaceInto('cutover_write').values(rows).execute();
}

async function probe(db: Db): Promise<void> {
  await db
    .insertInto('cutover_probe')
    .values({ id: 1, probes: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ probes: sql<number>`1 - probes` }))
    .execute();
}

/** The rows of the cutover in a database. Rejects when the database does; `probe` writes, to find out whether it can. */
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
    /** All of it or nothing. */
    add: (events: readonly EventRow[], writes: readonly WriteRow[]) =>
      db.transaction().execute((transaction) => add(transaction, events, writes)),
    probe: () => probe(db),
  };
}
