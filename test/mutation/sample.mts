import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Mutant } from '@stryker-mutator/api/core';
import type { Logger } from '@stryker-mutator/api/logging';
import { Instrumenter } from '@stryker-mutator/instrumenter';

const nothing = () => undefined;
const enabled = () => false;
const quiet: Logger = {
  ...{ trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing },
  ...{ isTraceEnabled: enabled, isDebugEnabled: enabled, isInfoEnabled: enabled },
  ...{ isWarnEnabled: enabled, isErrorEnabled: enabled, isFatalEnabled: enabled },
};

/** Texts for people and for nobody: no test should hold every word of them. */
const EXCLUDED = ['StringLiteral'];

/**
 * Condition that each changed source checks at its changes: `MUTANT` names the one that is made. With `HITS`, a
 * folder, each test file leaves there the names of those it comes by.
 */
const SWITCH = `const stryMutAct_9fa48 = ((active) => (id) => id === active)(globalThis.process.env.MUTANT);
const stryCov_9fa48 = ((folder, seen) => folder === undefined ? () => undefined : (...ids) => {
  const file = globalThis.expect?.getState().testPath;
  const fresh = file === undefined ? [] : ids.filter((id) => !seen.has(id));
  if (fresh.length === 0) return;
  for (const id of fresh) seen.add(id);
  const place = folder + '/' + file.replaceAll('/', '+');
  globalThis.process.getBuiltinModule('node:fs').appendFileSync(place, fresh.join('\\n') + '\\n');
})(globalThis.process.env.HITS, new Set());
`;

/** Paths of the files in a folder and below it that end so. */
export const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();

/** A short name of texts: others have another one. */
export const hashOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);

/** Names each test file by its text, and by the texts of the files in `test` that these name, one after another. */
export function hashTests(files: readonly string[]): ReadonlyMap<string, string> {
  const shared = filesIn('test', '')
    .filter((file) => statSync(file).isFile() && !file.endsWith('.test.ts'))
    .map((file) => ({ file, name: basename(file, '.ts'), text: readFileSync(file, 'utf8') }));
  const namedIn = (text: string) =>
    shared.filter(({ name }) => text.includes(`/${name}'`) || text.includes(`'${name}'`));
  const hash = (file: string): string => {
    const texts = new Map([[file, readFileSync(file, 'utf8')]]);
    for (const text of texts.values()) for (const one of namedIn(text)) texts.set(one.file, one.text);
    return hashOf(...[...texts].flat());
  };
  return new Map(files.map((file) => [file, hash(file)]));
}

/** Names a mutant by what it changes where, the same in every run over the same sources. */
export const nameOf = ({ fileName, location, mutatorName, replacement }: Mutant): string =>
  JSON.stringify([fileName.replace(/^.*\/(?=src\/)/, ''), location, mutatorName, replacement]);

/** A source that holds its mutants, each behind its switch. */
export interface Source {
  readonly name: string;
  readonly original: string;
  readonly content: string;
}

/** Mutants, and the sources of them all. */
export interface Sample {
  readonly mutants: readonly Mutant[];
  readonly sources: readonly Source[];
}

/** Draws so many of all mutants of some rooms; the same seed draws the same ones. */
export async function drawMutants(rooms: readonly string[], seed: string, count: number): Promise<Sample> {
  const files = rooms.flatMap((room) => filesIn(`src/${room}`, '.ts'));
  const sources = files.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const options = { ignorers: [], excludedMutations: EXCLUDED, plugins: null, noHeader: true };
  const all = await new Instrumenter(quiet).instrument(sources, options);
  const ticket = (mutant: Mutant) => createHash('sha256').update(seed).update(nameOf(mutant)).digest('hex');
  const mutants = all.mutants
    .filter(({ mutatorName }) => !EXCLUDED.includes(mutatorName))
    .map((mutant) => ({ mutant, ticket: ticket(mutant) }))
    .sort((one, other) => (one.ticket < other.ticket ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
  const changed = new Set(mutants.map(({ fileName }) => fileName));
  const switched = sources.flatMap(({ name, content: original }, index) =>
    changed.has(name) ? [{ name, original, content: SWITCH + (all.files[index]?.content ?? '') }] : [],
  );
  return { mutants, sources: switched };
}
