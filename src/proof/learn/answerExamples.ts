import { dataOf, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { joinPath } from '../../contract/field';

/** One thing as both APIs show it: the v1 attributes, and the v2 object. */
export interface AnswerExample {
  readonly v1: JsonObject;
  readonly v2: JsonObject;
}

/** The value at a dotted path; undefined when it leads nowhere. */
export function jsonAt(root: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = root;
  for (const name of path === '' ? [] : path.split('.'))
    value = isJsonObject(value) ? value[name] : undefined;
  return value;
}

/** The bodies with which both APIs answered for the same thing, or the same list of things. */
export interface BodyPair {
  readonly v1: Json;
  readonly v2: Json;
}

const objectsIn = (body: Json): readonly JsonObject[] => {
  const data = dataOf(body);
  return (Array.isArray(data) ? data : [data]).filter(isJsonObject);
};

const idOf = ({ id }: JsonObject): string | undefined =>
  typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;

/**
 * The things in recorded bodies, each once: v1 envelopes `{id, type, attributes}` and v2 objects with the same id. What
 * only one side shows says nothing, nor does what is not of the asked v1 type.
 */
export function examplesOf(pairs: readonly BodyPair[], type?: string): readonly AnswerExample[] {
  const examples = new Map<string, AnswerExample>();
  for (const { v1, v2 } of pairs) {
    const others = new Map(objectsIn(v2).map((object) => [idOf(object), object]));
    for (const envelope of objectsIn(v1)) {
      if (type !== undefined && envelope['type'] !== type) continue;
      const id = idOf(envelope);
      const other = others.get(id);
      const attributes = envelope['attributes'];
      if (id !== undefined && other !== undefined && isJsonObject(attributes)) {
        examples.set(id, { v1: attributes, v2: other });
      }
    }
  }
  return [...examples.values()];
}

/** A path at which v2 shows something. */
interface SourceSeen {
  readonly path: string;
  /** True inside an object that has other members from one example to the next: nobody promises what is in it. */
  readonly isFree: boolean;
}

/** Examples, and what v2 shows in them. */
export interface Survey {
  readonly examples: readonly AnswerExample[];
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

function isFreeForm(examples: readonly AnswerExample[], path: string): boolean {
  const shapes = new Set<string>();
  for (const { v2 } of examples) {
    const value = jsonAt(v2, path);
    if (isJsonObject(value)) shapes.add(Object.keys(value).sort().join('\n'));
  }
  return shapes.size > 1;
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** Looks over what v2 shows in some examples. */
export function survey(examples: readonly AnswerExample[]): Survey {
  const paths = new Set<string>();
  for (const { v2 } of examples) {
    for (const path of pathsIn(v2, '', 1)) if (paths.size < MOST_SOURCES) paths.add(path);
  }
  const parents = new Set([...paths].map(parentOf));
  const free = new Set([...parents].filter((path) => path !== '' && isFreeForm(examples, path)));
  return { examples, sources: [...paths].map((path) => ({ path, isFree: free.has(parentOf(path)) })) };
}
