import type { AmbiguousWrite, CutoverStore, HeldRecords } from '../cutover/cutoverStore';
import {
  causeSchema,
  changeSchema,
  sentencesSchema,
  sideSchema,
  type StageEvent,
} from '../cutover/stages/stageEvent';
import { evidenceFromText, evidenceToText, readUsage, writeUsage } from '../cutover/evidence/evidence';
import { createCutoverRows, cutoverMigrations, type CutoverTables } from './cutoverRows';
import { openLastingStore } from './lastingStore';

type Rows = ReturnType<typeof createCutoverRows>;
type EventRow = Awaited<ReturnType<Rows['events']>>[number];
type WriteRow = Awaited<ReturnType<Rows['writes']>>[number];

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

/** Writes what a file lacks of what is held. Rejects when its log is not the beginning of the one that is held. */
async function restore(rows: Rows, { events, writes }: HeldRecords): Promise<void> {
  const found = (await rows.events()).map(fromRow);
  if (found.some(({ hash }, at) => hash !== events[at]?.hash)) {
    throw new Error('the file holds another log of stages: restart to go on from it, or move it away');
  }
  await rows.add(events.slice(found.length).map(toRow), writes.map(toWriteRow));
}

/** Opens the file in which the stages survive. Throws when it cannot be opened or is not a database. */
export async function openCutoverStore(
  path: string,
): Promise<{ readonly store: CutoverStore; readonly close: () => Promise<void> }> {
  const lasting = await openLastingStore<CutoverTables>(path, cutoverMigrations);
  /** What was done with a file that nobody can find is not done. */
  const there = async <Value>(work: (rows: Rows) => Promise<Value>): Promise<Value> => {
    lasting.check();
    const value = await work(createCutoverRows(lasting.db()));
    lasting.check();
    return value;
  };
  const store: CutoverStore = {
    lasting: true,
    events: () => there(async (rows) => (await rows.events()).map(fromRow)),
    append: (event) => there((rows) => rows.append(toRow(event))),
    loadEvidence: (resource, epoch) =>
      there(async (rows) => {
        const text = await rows.loadEvidence(resource, epoch);
        return text === undefined ? undefined : evidenceFromText(text);
      }),
    saveEvidence: (resource, epoch, evidence) =>
      there((rows) => rows.saveEvidence(resource, epoch, evidenceToText(evidence))),
    usage: () =>
      there(
        async (rows) => new Map((await rows.usage()).map((row) => [row.resource, readUsage(row.counts)])),
      ),
    saveUsage: (resource, usage) => there((rows) => rows.saveUsage(resource, writeUsage(usage))),
    labels: () => there(async (rows) => new Map((await rows.labels()).map((row) => [row.caller, row.name]))),
    saveLabel: (caller, name) => there((rows) => rows.saveLabel(caller, name)),
    writes: () => there(async (rows) => (await rows.writes()).map(fromWriteRow)),
    addWrites: (writes) => there((rows) => rows.add([], writes.map(toWriteRow))),
    noteFound: (id, found) => there((rows) => rows.changeWrite(id, { found })),
    closeWrite: (id, { at, by, note }) =>
      there((rows) => rows.changeWrite(id, { closed_at: at, closed_by: by, note })),
    check: async () => {
      lasting.inspect();
      await there((rows) => rows.probe());
    },
    renew: (held) => lasting.renew((db) => restore(createCutoverRows(db), held)),
  };
  return { store, close: lasting.close };
}
