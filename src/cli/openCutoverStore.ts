import type { AmbiguousWrite } from '../cutover/ambiguousWrite';
import { causeSchema, changeSchema, sentencesSchema, sideSchema } from '../cutover/changeSchema';
import type { CutoverStore } from '../cutover/cutoverStore';
import { readEvidence, writeEvidence } from '../cutover/evidenceText';
import type { StageEvent } from '../cutover/stageEvent';
import { createCutoverRows } from '../store/cutoverRows';
import { cutoverMigrations, type CutoverTables } from '../store/cutoverTables';
import { openStore } from '../store/openStore';
import { watchFile } from '../store/watchFile';

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

/** Opens the file in which the stages survive. Throws when it cannot be opened or is not a database. */
export async function openCutoverStore(
  path: string,
): Promise<{ readonly store: CutoverStore; readonly close: () => Promise<void> }> {
  const { db, close } = await openStore<CutoverTables>({ kind: 'file', path }, cutoverMigrations);
  const rows = createCutoverRows(db);
  const checkFile = watchFile(path);
  const store: CutoverStore = {
    lasting: true,
    events: async () => (await rows.events()).map(fromRow),
    append: (event) => rows.append(toRow(event)),
    loadEvidence: async (resource, epoch) => {
      const text = await rows.loadEvidence(resource, epoch);
      return text === undefined ? undefined : readEvidence(text);
    },
    saveEvidence: (resource, epoch, evidence) => rows.saveEvidence(resource, epoch, writeEvidence(evidence)),
    writes: async () => (await rows.writes()).map(fromWriteRow),
    addWrite: (write) => rows.addWrite(toWriteRow(write)),
    noteFound: (id, found) => rows.changeWrite(id, { found }),
    closeWrite: (id, { at, by, note }) => rows.changeWrite(id, { closed_at: at, closed_by: by, note }),
    check: async () => {
      checkFile();
      await rows.probe();
    },
  };
  return { store, close };
}
