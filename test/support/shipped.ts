import { join } from 'node:path';
import { loadMappings, type Mappings } from '../../src/mapping/compile/loadMappings.js';
import type { ResolvedResource } from '../../src/mapping/compile/resolveFile.js';

/** The folder of the mappings that Lifeboat ships. */
export const shippedFolder = join(import.meta.dirname, '..', '..', 'mappings');

let loaded: Mappings | undefined;

/** The shipped mappings, compiled once; throws when they are broken, so that every test that needs them says so. */
export function shipped(): Mappings {
  return (loaded ??= load());
}

function load(): Mappings {
  const mappings = loadMappings(shippedFolder);
  if (mappings.ok) return mappings.value;
  throw new Error(mappings.failure.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'));
}

/** One shipped resource by name. */
export function shippedResource(name: string): ResolvedResource {
  const foundResolvedResource = shipped().resources.find((resource) => resource.name === name);
  if (foundResolvedResource === undefined) throw new Error(`no resource ${name}`);
  return foundResolvedResource;
}
