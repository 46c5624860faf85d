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

/** Writes the held records that a file lacks. Rejects if its log is not the beginning of the held log. */
async function restore(rows: Rows, { events, writes }: HeldRecords): Promise<void> {
  const found = (await rows.events()).map(fromRow);
  if (found.some(({ hash }, at) => hash !== events[at]?.hash)) {
    throw new Error('the file holds a different log of stages: restart to go on from it, or move it away');
  }
  await rows.add(events.slice(found.length).map(toRow), writes.map(toWriteRow));
}

/** Opens the file of the stages. Throws when it cannot be opened or is not a database. */
export async function openCutoverStore(
  path: string,
): Promise<{ readonly store: CutoverStore; readonly close: () => Promise<void> }> {
  const lasting = await openLastingStore<CutoverTables>(path, cutoverMigrations);
  /** Rejects if the file was deleted or replaced before or during the work: then its result is lost. */
  const checked = async <Value>(work: (rows: Rows) => Promise<Value>): Promise<Value> => {
    lasting.check();
    const value = await work(createCutoverRows(lasting.db()));
    lasting.check();
    return value;
  };
  const store: CutoverStore = {
    lasting: true,
    events: () => checked(async (rows) => (await rows.events()).map(fromRow)),
    append: (event) => checked((rows) => rows.append(toRow(event))),
    loadEvidence: (resource, epoch) =>
      checked(async (rows) => {
        const text = await rows.loadEvidence(resource, epoch);
        return text === undefined ? undefined : evidenceFromText(text);
      }),
    saveEvidence: (resource, epoch, evidence) =>
      checked((rows) => rows.saveEvidence(resource, epoch, evidenceToText(evidence))),
    usage: () =>
      checked(
        async (rows) => new Map((await rows.usage()).map((row) => [row.resource, readUsage(row.counts)])),
      ),
    saveUsage: (resource, usage) => checked((rows) => rows.saveUsage(resource, writeUsage(usage))),
    labels: () =>
      checked(async (rows) => new Map((await rows.labels()).map((row) => [row.caller, row.name]))),
    saveLabel: (caller, name) => checked((rows) => rows.saveLabel(caller, name)),
    writes: () => checked(async (rows) => (await rows.writes()).map(fromWriteRow)),
    addWrites: (writes) => checked((rows) => rows.add([], writes.map(toWriteRow))),
    noteFound: (id, found) => checked((rows) => rows.changeWrite(id, { found })),
    closeWrite: (id, { at, by, note }) =>
      checked((rows) => rows.changeWrite(id, { closed_at: at, closed_by: by, note })),
    check: async () => {
      lasting.inspect();
      await checked((rows) => rows.probe());
    },
    renew: (held) => lasting.renew((db) => restore(createCutoverRows(db), held)),
  };
  return { store, close: lasting.close };
}
