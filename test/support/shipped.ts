import { join } from 'node:path';
import { loadMappings, type Mappings } from '../../src/mapping/loadMappings';
import type { ResolvedResource } from '../../src/mapping/resolveFile';

/** The folder of the mappings that Lifeboat ships. */
export const shippedFolder = join(__dirname, '..', '..', 'mappings');

/** The shipped mappings, compiled; throws when they are broken, so that every test that needs them says so. */
export function shipped(): Mappings {
  const loaded = loadMappings(shippedFolder);
  if (!loaded.ok)
    throw new Error(loaded.failure.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'));
  return loaded.value;
}

/** One shipped resource by name. */
export function shippedResource(name: string): ResolvedResource {
  const found = shipped().resources.find((resource) => resource.name === name);
  if (found === undefined) throw new Error(`no resource ${name}`);
  return found;
}
