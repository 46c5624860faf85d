import { joinPath } from '../contract/joinPath';
import { isJsonObject, type JsonObject } from '../contract/json';
import { type Example, jsonAt } from './example';

/** A path at which v2 shows something. */
export interface SourceSeen {
  readonly path: string;
  /** True inside an object that has other members from one example to the next: nobody promises what is in it. */
  readonly isFree: boolean;
}

/** Examples, and what v2 shows in them. */
export interface Survey {
  readonly examples: readonly Example[];
  readonly sources: readonly SourceSeen[];
}

/** Paths of v2 that are looked at, and how far down. */
const MOST_SOURCES = 400;
const MOST_STEPS = 4;

function* pathsIn(object: JsonObject, prefix: string, steps: number): Generator<string> {
  for (const [name, value] of Object.entries(object)) {
    if (name === '' || name.includes('.')) continue;
    const path = joinPath(prefix, name);
    yield path;
    if (isJsonObject(value) && steps < MOST_STEPS) yield* pathsIn(value, path, steps + 1);
  }
}

function isFreeForm(examples: readonly Example[], path: string): boolean {
  const shapes = new Set<string>();
  for (const { v2 } of examples) {
    const value = jsonAt(v2, path);
    if (isJsonObject(value)) shapes.add(Object.keys(value).sort().join('\n'));
  }
  return shapes.size > 1;
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** Looks over what v2 shows in some examples. */
export function survey(examples: readonly Example[]): Survey {
  const paths = new Set<string>();
  for (const { v2 } of examples) {
    for (const path of pathsIn(v2, '', 1)) if (paths.size < MOST_SOURCES) paths.add(path);
  }
  const parents = new Set([...paths].map(parentOf));
  const free = new Set([...parents].filter((path) => path !== '' && isFreeForm(examples, path)));
  return { examples, sources: [...paths].map((path) => ({ path, isFree: free.has(parentOf(path)) })) };
}
