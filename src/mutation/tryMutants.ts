import { isDeepStrictEqual } from 'node:util';
import { contracts } from '../contract/contracts';
import type { Document } from '../document/document';
import { type CompiledFile, compileFile } from '../mapping/compileFile';
import { joinFiles } from '../mapping/joinFiles';
import { mappingFile, type MappingFile } from '../mapping/mappingFile';
import type { Operation } from '../mapping/operation';
import { applyEdits } from './applyEdits';
import { meaningOf } from './meaningOf';
import type { Mutant } from './mutant';
import { mutantsOf } from './mutantsOf';

/** What became of one mutant: refused by a start-up check, noticed by a fixture, not a change at all, or unnoticed. */
export interface Fate {
  readonly outcome: 'refused' | 'noticed' | 'equivalent' | 'survived';
  /** Code of the check, or place of the fixture. */
  readonly by?: string;
}

/** One mutant tried. */
export interface TriedMutant extends Fate {
  readonly what: string;
  readonly file: string;
  readonly line: number;
  /** The whole line in the file. */
  readonly text: string;
}

/** Where a mutant differs from the mapping: all operations of the resource, or the one named. */
export interface Changed {
  readonly resource: string;
  readonly operation?: string;
}

/** Plays the fixtures on operations with a mutant among them; answers the place of the first that fails. */
export type PlayFixtures = (
  operations: readonly Operation[],
  changed: Changed,
) => Promise<string | undefined>;

/** A mapping file and its neighbours, compiled once. */
interface Patient {
  readonly document: Document;
  readonly file: MappingFile;
  readonly others: readonly CompiledFile[];
}

async function tryMutant({ path, edits }: Mutant, patient: Patient, play: PlayFixtures): Promise<Fate> {
  const { document, file, others } = patient;
  const value = applyEdits(file, edits);
  const joined = joinFiles([compileFile({ ...document, value }), ...others]);
  if (!joined.ok) return { outcome: 'refused', by: joined.failure[0]?.code ?? 'fault' };
  const [section, operation] = path;
  const changed = {
    resource: file.resource,
    ...(section === 'operations' ? { operation: String(operation) } : {}),
  };
  const place = await play(joined.value.operations, changed);
  if (place !== undefined) return { outcome: 'noticed', by: place };
  const isSame = isDeepStrictEqual(meaningOf(mappingFile.parse(value)), meaningOf(file));
  return { outcome: isSame ? 'equivalent' : 'survived' };
}

/**
 * Makes every mutant of every file, one at a time, and tries whether checks or fixtures notice it. The documents must
 * be without faults. `tried` is told of each, for progress.
 */
export async function tryMutants(
  documents: readonly Document[],
  play: PlayFixtures,
  tried: (done: number, of: number) => void = () => undefined,
): Promise<readonly TriedMutant[]> {
  const parsed = documents.map((document) => ({ document, file: mappingFile.parse(document.value) }));
  const compiled = documents.map(compileFile);
  const work = parsed.flatMap(({ document, file }, index) => {
    const patient = { document, file, others: compiled.filter((_, other) => other !== index) };
    return mutantsOf(file, contracts).map((mutant) => ({ patient, mutant }));
  });
  const results: TriedMutant[] = [];
  for (const { patient, mutant } of work) {
    const { line } = patient.document.at(mutant.path, 'key');
    const place = { file: patient.document.file, line, text: patient.document.line(line) };
    results.push({ what: mutant.what, ...place, ...(await tryMutant(mutant, patient, play)) });
    tried(results.length, work.length);
  }
  return results;
}
