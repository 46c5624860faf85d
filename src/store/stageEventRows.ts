import { type Kysely, type Selectable, sql } from 'kysely';
import type { CutoverStore } from '../cutover/cutoverStore';
import { causeSchema, changeSchema, sentencesSchema, type StageEvent } from '../cutover/stages/stageEvent';
import type { Lease } from '../cutover/members/memberStore';
import { isHeld } from './memberRows';
import { announce } from './migrations';
import type { StoreTables } from './schema';

type Db = Kysely<StoreTables>;
type EventRow = Selectable<StoreTables['cutover_event']>;

export function eventToRow(event: StageEvent): EventRow {
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

/** Reads the log of stages in order, after the event with a number; by default all of it. */
export async function readEvents(db: Db, sequence = 0): Promise<readonly StageEvent[]> {
  const rows = await db
    .selectFrom('cutover_event')
    .selectAll()
    .where('seq', '>', sequence)
    .orderBy('seq')
    .execute();
  return rows.map(fromRow);
}

/**
 * Adds an event, unless its number exists or `lease` is no longer valid. It is one statement, so that no process waits
 * for another's transaction.
 */
export async function appendEvent(
  db: Db,
  event: StageEvent,
  lease: Lease | undefined,
): ReturnType<CutoverStore['append']> {
  const row = eventToRow(event);
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const values = sql.join(
    Object.values(row).map((value) =>
      typeof value === 'number' ? sql`cast(${value} as bigint)` : sql`cast(${value} as text)`,
    ),
  );
  const { numAffectedRows } = await sql`insert into cutover_event (${names}) select ${values}
    where ${lease === undefined ? sql`true` : isHeld(lease)} on conflict (seq) do nothing`.execute(db);
  if (numAffectedRows === 1n) {
    await announce(db);
    return 'stored';
  }
  const there = db.selectFrom('cutover_event').select('seq').where('seq', '=', event.seq);
  return (await there.executeTakeFirst()) === undefined ? 'overtaken' : 'taken';
}
