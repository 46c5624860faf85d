import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
export const EXCLUDED = ['StringLiteral'];

/** Paths of the files in a folder and below it that end so. */
export const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();

/** Names a mutant by what it changes where, the same in every run over the same sources. */
export const nameOf = ({ fileName, location, mutatorName, replacement }: Mutant): string =>
  JSON.stringify([fileName.replace(/^.*\/(?=src\/)/, ''), location, mutatorName, replacement]);

/** Draws so many of all mutants of some rooms; the same seed draws the same ones. */
export async function drawMutants(rooms: readonly string[], seed: string, count: number): Promise<Mutant[]> {
  const files = rooms.flatMap((room) => filesIn(`src/${room}`, '.ts'));
  const sources = files.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const options = { ignorers: [], excludedMutations: EXCLUDED, plugins: null, noHeader: true };
  const { mutants } = await new Instrumenter(quiet).instrument(sources, options);
  const ticket = (mutant: Mutant) => createHash('sha256').update(seed).update(nameOf(mutant)).digest('hex');
  return mutants
    .filter(({ mutatorName }) => !EXCLUDED.includes(mutatorName))
    .map((mutant) => ({ mutant, ticket: ticket(mutant) }))
    .sort((one, other) => (one.ticket < other.ticket ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}
