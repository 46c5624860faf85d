import { join } from 'node:path';
import { loadMappings, type Mappings } from '../../src/mapping/loadMappings';
import type { ResolvedResource } from '../../src/mapping/resolveFile';

/**
 * Two mapping files of the test's own: accounts and currency offers, read and updated one at a time. Mutants are held
 * to a score of 100% over them; lists, creation and actions of the shipped files are not yet mutated in full.
 */
export const pairFolder = join(__dirname, '..', 'mutation', 'pair');

let loaded: Mappings | undefined;

/** The pair, compiled once. */
export function pair(): Mappings {
  return (loaded ??= load());
}

function load(): Mappings {
  const mappings = loadMappings(pairFolder);
  if (mappings.ok) return mappings.value;
  throw new Error(mappings.failure.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'));
}

/** One resource of the pair by name. */
export function pairResource(name: string): ResolvedResource {
  const found = pair().resources.find((resource) => resource.name === name);
  if (found === undefined) throw new Error(`no resource ${name}`);
  return found;
}
