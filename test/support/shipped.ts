import { join } from 'node:path';
import { loadMappings, type Mappings } from '../../src/mapping/compile/loadMappings';
import type { ResolvedResource } from '../../src/mapping/compile/resolveFile';

/** The folder of the mappings that Lifeboat ships. */
export const shippedFolder = join(__dirname, '..', '..', 'mappings');

const MADE = Symbol.for('lifeboat.made');
const worker: NodeJS.Process & { [MADE]?: Map<string, unknown> } = process;

/** What the test files of this worker have made; of each file alone where the program is loaded for each. */
const madeByWorker = process.env['HITS'] === undefined ? (worker[MADE] ??= new Map()) : new Map();

/** Makes a value that nothing changes once for all test files of a worker. */
export function onceAWorker<Value>(name: string, make: () => Value): Value {
  if (!madeByWorker.has(name)) madeByWorker.set(name, make());
  return madeByWorker.get(name) as Value;
}

/** The shipped mappings, compiled once; throws when they are broken, so that every test that needs them says so. */
export const shipped = (): Mappings => onceAWorker('mappings', load);

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
