import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { AmbiguousWrite, CutoverStore, HeldRecords } from '../cutover/cutoverStore';
import type { Lease } from '../cutover/members/memberStore';
import { causeSchema, changeSchema, sentencesSchema, type StageEvent } from '../cutover/stages/stageEvent';
import { sideSchema } from '../cutover/stages/stage';
import { isHeld } from './memberRows';
import { announceWrite } from './migrations';
import { createCheckedWork, type StorePart } from './renewableStore';
import { addRows, selectDocuments, putRows, putDocuments } from './putRows';
import type { StoreTables } from './schema';

type Db = Kysely<StoreTables>;
type WriteRow = StoreTables['cutover_write'];
type EventRow = StoreTables['cutover_event'];

function makeEventRow(event: StageEvent): EventRow {
  const { from, mappingHash, prevHash, change, evidence, ...same } = event;
  const texts = { change: JSON.stringify(change), evidence: JSON.stringify(evidence) };
  return { ...same, ...texts, from_stage: from, mapping_hash: mappingHash, prev_hash: prevHash };
}

function readEventRow({ from_stage, mapping_hash, prev_hash, ...row }: EventRow): StageEvent {
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

/** Reads the log of stages in order, after the event with a number; by default all of it. */
export async function readEvents(db: Db, sequence = 0): Promise<readonly StageEvent[]> {
  const rows = await db
    .selectFrom('cutover_event')
    .selectAll()
    .where('seq', '>', sequence)
    .orderBy('seq')
    .execute();
  return rows.map(readEventRow);
}

/**
 * Adds an event, unless its number exists or `lease` is no longer valid. It is one statement, so that no process waits
 * for another's transaction.
 */
async function appendEvent(
  db: Db,
  event: StageEvent,
  lease: Lease | undefined,
): ReturnType<CutoverStore['append']> {
  const row = makeEventRow(event);
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const values = sql.join(
    Object.values(row).map((value) =>
      typeof value === 'number' ? sql`cast(${value} as bigint)` : sql`cast(${value} as text)`,
    ),
  );
  const { numAffectedRows } = await sql`insert into cutover_event (${names}) select ${values}
    where ${lease === undefined ? sql`true` : isHeld(lease)} on conflict (seq) do nothing`.execute(db);
  if (numAffectedRows === 1n) {
    await announceWrite(db);
    return 'stored';
  }
  const there = db.selectFrom('cutover_event').select('seq').where('seq', '=', event.seq);
  return (await there.executeTakeFirst()) === undefined ? 'overtaken' : 'taken';
}

function makeWriteRow({ found: foundText, closed, ...same }: AmbiguousWrite): WriteRow {
  return {
    ...same,
    found: foundText ?? null,
    closed_at: closed?.at ?? null,
    closed_by: closed?.by ?? null,
    note: closed?.note ?? null,
  };
}

function readWriteRow({ closed_at, closed_by, note, ...row }: WriteRow): AmbiguousWrite {
  return {
    ...row,
    side: sideSchema.parse(row.side),
    found: row.found ?? undefined,
    closed: closed_at === null ? undefined : { at: closed_at, by: closed_by ?? '', note: note ?? '' },
  };
}

/** Adds all events and writes, or nothing. A write that is listed twice replaces its earlier row. */
const addRecords = (
  db: Db,
  events: readonly StageEvent[],
  writes: readonly AmbiguousWrite[],
): Promise<void> =>
  db.transaction().execute(async (work) => {
    await addRows(work, 'cutover_event', events.map(makeEventRow), 'fails');
    await putRows(work, 'cutover_write', writes.map(makeWriteRow));
  });

const OTHER_LOG = 'the store holds a different log of stages: restart to go on from it';

const isBeginning = (log: readonly StageEvent[], fullLog: readonly StageEvent[]): boolean =>
  log.every(({ hash }, index) => hash === fullLog[index]?.hash);

/** Stores the held records that a store lacks. Rejects if neither log is the beginning of the other. */
async function restoreRecords(db: Db, { events, writes }: HeldRecords): Promise<void> {
  const stageEvents = await readEvents(db);
  if (!isBeginning(stageEvents, events) && !isBeginning(events, stageEvents)) throw new Error(OTHER_LOG);
  await addRecords(db, events.slice(stageEvents.length), writes);
}

async function changeWrite(db: Db, id: string, members: Partial<WriteRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cutover_write')
    .set(members)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function saveLabel(db: Db, caller: string, name: string | undefined): Promise<void> {
  if (name !== undefined) return putDocuments(db, 'label', [{ key: caller, at: 0, value: name }]);
  await db.deleteFrom('document').where('kind', '=', 'label').where('key', '=', caller).execute();
}

/** Writes to the store. The value is new, because SQLite would not write the same one. */
const probeStore = (db: Db): Promise<void> =>
  putDocuments(db, 'probe', [{ key: '', at: 0, value: randomUUID() }]);

/** Tables that each check reads whole; what else there is is too large for that, or read and written all the time. */
const CHECKED_TABLES = ['cutover_event', 'cutover_write', 'member', 'member_news'] as const;

/** Creates the cutover's part of the store. Each call rejects if the file was replaced meanwhile. */
export function createCutoverStore(storePart: StorePart): CutoverStore {
  const checkedWork = createCheckedWork(storePart);
  return {
    events: (sequence) => checkedWork((db) => readEvents(db, sequence)),
    append: (event, lease) => checkedWork((db) => appendEvent(db, event, lease)),
    labels: () =>
      checkedWork(async (db) => {
        const rows = await selectDocuments(db, 'label').execute();
        return new Map(rows.map(({ key, value }) => [key, value]));
      }),
    saveLabel: (caller, name) => checkedWork((db) => saveLabel(db, caller, name)),
    writes: () =>
      checkedWork(async (db) =>
        (await db.selectFrom('cutover_write').selectAll().orderBy('at').orderBy('id').execute()).map(
          readWriteRow,
        ),
      ),
    addWrites: (writes) => checkedWork((db) => addRecords(db, [], writes)),
    noteFound: (id, finding) => checkedWork((db) => changeWrite(db, id, { found: finding })),
    closeWrite: (id, { at, by, note }) =>
      checkedWork((db) => changeWrite(db, id, { closed_at: at, closed_by: by, note })),
    check: async () => {
      storePart.inspect(CHECKED_TABLES);
      await checkedWork(probeStore);
    },
    renew: (heldRecords) => storePart.renew((db) => restoreRecords(db, heldRecords)),
  };
}
