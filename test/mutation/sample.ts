import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from '@stryker-mutator/api/core';
import type { Logger } from '@stryker-mutator/api/logging';
import { Instrumenter } from '@stryker-mutator/instrumenter';

const nothing = () => undefined;
const enabled = () => false;
const quiet: Logger = {
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
  isTraceEnabled: enabled,
  isDebugEnabled: enabled,
  isInfoEnabled: enabled,
  isWarnEnabled: enabled,
  isErrorEnabled: enabled,
  isFatalEnabled: enabled,
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

/** Names a mutant by what it changes where, the same in every run over the same sources. */
const nameOf = ({ fileName, location, mutatorName, replacement }: Mutant): string =>
  JSON.stringify([fileName.replace(/^.*\/(?=src\/)/, ''), location, mutatorName, replacement]);

/** A source that holds its mutants, each behind its switch. */
export interface Source {
  readonly name: string;
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
    .sort((entry, nextEntry) => (entry.ticket < nextEntry.ticket ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
  const changed = new Set(mutants.map(({ fileName }) => fileName));
  const switched = sources.flatMap(({ name }, index) =>
    changed.has(name) ? [{ name, content: SWITCH + (all.files[index]?.content ?? '') }] : [],
  );
  return { mutants, sources: switched };
}
