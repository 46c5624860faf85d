import { isDeepStrictEqual } from 'node:util';
import { type MappingFile, mappingFile } from '../../mapping/yaml/mappingFile';
import { meaningOf } from '../../mapping/yaml/meaning';
import { applyEdits, type Mutant, subjectOf } from './mutant';
import { ruleOperators } from './ruleMutants';
import { exchangeSources, swapParameter, swapSource } from './sourceMutants';
import { fileOperators } from './statementMutants';
import type { YamlDocument } from '../../mapping/yaml/yamlDocument';
import { type CompiledFile, compileFile, joinFiles } from '../../mapping/compile/loadMappings';
import type { Operation } from '../../mapping/compile/compiledOperation';

/** Lists every single mistake that the operators can make in a parsed mapping file. */
export function mutantsOf(file: MappingFile): readonly Mutant[] {
  const subject = subjectOf(file);
  if (subject === undefined) return [];
  const ruleMutants = subject.groups
    .flat()
    .flatMap((site) =>
      [swapSource, swapParameter, ...ruleOperators].flatMap((operator) => operator(site, subject)),
    );
  const fileMutants = [exchangeSources, ...fileOperators].flatMap((operator) => operator(subject));
  return [...ruleMutants, ...fileMutants];
}

/** One mutant, tried. */
export interface TriedMutant {
  readonly what: string;
  readonly file: string;
  readonly line: number;
  /** The whole line of the file. */
  readonly text: string;
  /** Refused by a start-up check, noticed by a fixture, without change in meaning, or unnoticed. */
  readonly outcome: 'refused' | 'noticed' | 'equivalent' | 'survived';
  /** Code of the check that refused it, or place of the fixture that noticed it. */
  readonly by?: string;
}

/** The operations that a mutant changes: all of a resource, or the one named. */
export interface ChangedOperations {
  readonly resource: string;
  readonly operation?: string;
}

/** Plays the fixtures on operations with a mutant among them; returns the place of the first that fails. */
export type PlayFixtures = (
  operations: readonly Operation[],
  changed: ChangedOperations,
) => Promise<string | undefined>;

interface Original {
  readonly document: YamlDocument;
  readonly file: MappingFile;
  readonly others: readonly CompiledFile[];
}

async function tryMutant(
  { path, edits }: Mutant,
  original: Original,
  play: PlayFixtures,
): Promise<Pick<TriedMutant, 'outcome' | 'by'>> {
  const { document, file, others: otherResources } = original;
  const value = applyEdits(file, edits);
  const joinedMappings = joinFiles([compileFile({ ...document, value }), ...otherResources]);
  if (!joinedMappings.ok) return { outcome: 'refused', by: joinedMappings.failure[0]?.code ?? 'fault' };
  const [section, operation] = path;
  const { resource } = file;
  const changed = { resource, ...(section === 'operations' && { operation: String(operation) }) };
  const fixturePlace = await play(joinedMappings.value.operations, changed);
  if (fixturePlace !== undefined) return { outcome: 'noticed', by: fixturePlace };
  const isSame = isDeepStrictEqual(meaningOf(mappingFile.parse(value)), meaningOf(file));
  return { outcome: isSame ? 'equivalent' : 'survived' };
}

/**
 * Makes every mutant of every file, one at a time, and tries if a check or a fixture notices it. The documents must
 * be without faults. `tried` reports the progress.
 */
export async function tryMutants(
  documents: readonly YamlDocument[],
  play: PlayFixtures,
  reportProgress: (done: number, of: number) => void = () => undefined,
): Promise<readonly TriedMutant[]> {
  const parsed = documents.map((document) => ({ document, file: mappingFile.parse(document.value) }));
  const compiled = documents.map(compileFile);
  const work = parsed.flatMap(({ document, file }, index) => {
    const original = { document, file, others: compiled.filter((_, otherIndex) => otherIndex !== index) };
    return mutantsOf(file).map((mutant) => ({ original, mutant }));
  });
  const results: TriedMutant[] = [];
  for (const { original, mutant } of work) {
    const { line } = original.document.at(mutant.path, 'key');
    const mutantPlace = { file: original.document.file, line, text: original.document.line(line) };
    results.push({ what: mutant.what, ...mutantPlace, ...(await tryMutant(mutant, original, play)) });
    reportProgress(results.length, work.length);
  }
  return results;
}
