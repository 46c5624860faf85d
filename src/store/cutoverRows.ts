import { type Kysely, type Selectable, sql } from 'kysely';
import type { AmbiguousWrite, Counts, CutoverStore, HeldRecords } from '../cutover/cutoverStore';
import {
  causeSchema,
  changeSchema,
  sentencesSchema,
  sideSchema,
  type StageEvent,
} from '../cutover/stages/stageEvent';
import { evidenceFromText, evidenceToText, readUsage, writeUsage } from '../cutover/evidence/evidence';
import type { Fence } from '../cutover/stages/memberStore';
import { checkedBy, type StorePart } from './renewableStore';
import { isHeld, lockLease, storeCounted } from './memberRows';
import { announce } from './postgresServer';
import { portions, put } from './copyTables';
import type { StoreTables } from './schema';

type Db = Kysely<StoreTables>;
type EventRow = Selectable<StoreTables['cutover_event']>;
type WriteRow = Selectable<StoreTables['cutover_write']>;

function toRow(event: StageEvent): EventRow {
  const { from, mappingHash, prevHash, change, evidence, ...same } = event;
  const texts = { change: JSON.stringify(change), evidence: JSON.stringify(evidence) };
  return { ...same, ...texts, from_stage: from, mapping_hash: mappingHash, prev_hash: prevHash };
}

function fromRow({ from_stage, mapping_hash, prev_hash, ...row }: EventRow): StageEvent {
  return {
    ...row,
    from: from_stage,
    mappingHash: mapping_hash,
    prevHash: prev_hash,
    change: changeSchema.parse(JSON.parse(row.change)),
    cause: causeSchema.parse(row.cause),
    evidence: sentencesSchema.parse(JSON.parse(row.evidence)),
  };
}

function toWriteRow({ found, closed, ...same }: AmbiguousWrite): WriteRow {
  return {
    ...same,
    found: found ?? null,
    closed_at: closed?.at ?? null,
    closed_by: closed?.by ?? null,
    note: closed?.note ?? null,
  };
}

function fromWriteRow({ closed_at, closed_by, note, ...row }: WriteRow): AmbiguousWrite {
  return {
    ...row,
    side: sideSchema.parse(row.side),
    found: row.found ?? undefined,
    closed: closed_at === null ? undefined : { at: closed_at, by: closed_by ?? '', note: note ?? '' },
  };
}

/** Reads the log of stages after an event, by its number, in its order; by default all of it. */
export async function readEvents(db: Db, after = 0): Promise<readonly StageEvent[]> {
  const rows = await db
    .selectFrom('cutover_event')
    .selectAll()
    .where('seq', '>', after)
    .orderBy('seq')
    .execute();
  return rows.map(fromRow);
}

/**
 * Adds an event, unless there is one of its number or `fence` is no longer good: in one statement, so that no process
 * waits for another's transaction.
 */
async function append(
  db: Db,
  event: StageEvent,
  fence: Fence | undefined,
): ReturnType<CutoverStore['append']> {
  const row = toRow(event);
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const values = sql.join(
    Object.values(row).map((value) =>
      typeof value === 'number' ? sql`cast(${value} as bigint)` : sql`cast(${value} as text)`,
    ),
  );
  const { numAffectedRows } = await sql`insert into cutover_event (${names}) select ${values}
    where ${fence === undefined ? sql`true` : isHeld(fence)} on conflict (seq) do nothing`.execute(db);
  if (numAffectedRows === 1n) {
    await announce(db);
    return 'stored';
  }
  const there = db.selectFrom('cutover_event').select('seq').where('seq', '=', event.seq);
  return (await there.executeTakeFirst()) === undefined ? 'fenced' : 'taken';
}

/** Adds all events and writes, or nothing. A write that is listed again replaces its earlier row. */
const add = (db: Db, events: readonly StageEvent[], writes: readonly AmbiguousWrite[]): Promise<void> =>
  db.transaction().execute(async (work) => {
    for (const rows of portions(events.map(toRow)))
      await work.insertInto('cutover_event').values(rows).execute();
    await put<StoreTables, 'cutover_write'>(work, 'cutover_write', ['id'], writes.map(toWriteRow));
  });

export const OTHER_LOG =
  'the file holds a different log of stages: restart to go on from it, or move it away';

/** True if one log is the beginning of another. */
export const isBeginning = (log: readonly StageEvent[], of: readonly StageEvent[]): boolean =>
  log.every(({ hash }, at) => hash === of[at]?.hash);

/** Writes the held records that a store lacks. Rejects if neither log is the beginning of the other. */
async function restore(db: Db, { events, writes }: HeldRecords): Promise<void> {
  const found = await readEvents(db);
  if (!isBeginning(found, events) && !isBeginning(events, found)) throw new Error(OTHER_LOG);
  await add(db, events.slice(found.length), writes);
}

async function changeWrite(db: Db, id: string, members: Partial<WriteRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cutover_write')
    .set(members)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function loadEvidence(db: Db, resource: string, epoch: string) {
  const row = await db
    .selectFrom('cutover_evidence')
    .select('counts')
    .where('resource', '=', resource)
    .where('epoch', '=', epoch)
    .executeTakeFirst();
  return row === undefined ? undefined : evidenceFromText(row.counts);
}

/** Renders counts as rows, at once: they change with each request. */
const countsToRows = ({ evidence, usage }: Counts) => ({
  evidence: evidence.map(([resource, epoch, days]) => ({ resource, epoch, counts: evidenceToText(days) })),
  usage: usage.map(([resource, used]) => ({ resource, counts: writeUsage(used) })),
});

async function putCounts(db: Db, { evidence, usage }: ReturnType<typeof countsToRows>): Promise<void> {
  await put<StoreTables, 'cutover_evidence'>(db, 'cutover_evidence', ['resource', 'epoch'], evidence);
  await put<StoreTables, 'cutover_usage'>(db, 'cutover_usage', ['resource'], usage);
}

const putShared = (
  db: Db,
  rows: ReturnType<typeof countsToRows>,
  { fence, counted, now }: NonNullable<Counts['shared']>,
): Promise<'stored' | 'fenced'> =>
  db.transaction().execute(async (work) => {
    if (!(await lockLease(work, fence))) return 'fenced';
    await putCounts(work, rows);
    await storeCounted(work, counted, now);
    return 'stored';
  });

async function saveLabel(db: Db, caller: string, name: string | undefined): Promise<void> {
  if (name === undefined) await db.deleteFrom('cutover_label').where('caller', '=', caller).execute();
  else await put(db, 'cutover_label', ['caller'], [{ caller, name }]);
}

async function probe(db: Db): Promise<void> {
  await db
    .insertInto('cutover_probe')
    .values({ id: 1, probes: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ probes: sql<number>`1 - cutover_probe.probes` }),
    )
    .execute();
}

/** Creates the cutover's part of a store. */
export function createCutoverRows(part: StorePart<StoreTables>): CutoverStore {
  const checked = checkedBy(part);
  return {
    lasting: true,
    events: (after) => checked((db) => readEvents(db, after)),
    append: (event, fence) => checked((db) => append(db, event, fence)),
    loadEvidence: (resource, epoch) => checked((db) => loadEvidence(db, resource, epoch)),
    saveEvidence: (resource, epoch, evidence) =>
      checked((db) => {
        const row = { resource, epoch, counts: evidenceToText(evidence) };
        return put(db, 'cutover_evidence', ['resource', 'epoch'], [row]);
      }),
    saveCounts: (counts) => {
      const rows = countsToRows(counts);
      const { shared } = counts;
      return checked(async (db) => {
        if (shared !== undefined) return putShared(db, rows, shared);
        await putCounts(db, rows);
        return 'stored';
      });
    },
    usage: () =>
      checked(async (db) => {
        const rows = await db.selectFrom('cutover_usage').selectAll().execute();
        return new Map(rows.map(({ resource, counts }) => [resource, readUsage(counts)]));
      }),
    saveUsage: (resource, usage) =>
      checked((db) => put(db, 'cutover_usage', ['resource'], [{ resource, counts: writeUsage(usage) }])),
    labels: () =>
      checked(async (db) => {
        const rows = await db.selectFrom('cutover_label').selectAll().execute();
        return new Map(rows.map(({ caller, name }) => [caller, name]));
      }),
    saveLabel: (caller, name) => checked((db) => saveLabel(db, caller, name)),
    writes: () =>
      checked(async (db) =>
        (await db.selectFrom('cutover_write').selectAll().orderBy('at').orderBy('id').execute()).map(
          fromWriteRow,
        ),
      ),
    addWrites: (writes) => checked((db) => add(db, [], writes)),
    noteFound: (id, found) => checked((db) => changeWrite(db, id, { found })),
    closeWrite: (id, { at, by, note }) =>
      checked((db) => changeWrite(db, id, { closed_at: at, closed_by: by, note })),
    check: async () => {
      part.inspect();
      await checked(probe);
    },
    renew: (held) => part.renew((db) => restore(db, held)),
  };
}
