import { dataOf, isJsonObject, type Json, type JsonObject, ownMember } from '../../contract/json';
import { joinPath, nameWords, pathNames } from '../../contract/field';

/** Returns the letters and digits of a name, in which its spellings agree. */
export const plainName = (name: string): string => nameWords(name).join('');

/** Returns the last step of a dotted path. */
export const lastStep = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** One resource as both APIs show it: the v1 attributes, and the v2 object. */
export interface AnswerExample {
  readonly v1: JsonObject;
  readonly v2: JsonObject;
}

/** Lists the v1 names in examples. */
export const attributeNames = (examples: readonly AnswerExample[]): readonly string[] => [
  ...new Set(examples.flatMap(({ v1 }) => Object.keys(v1))),
];

/** Reads the value at a dotted path; null below null. Returns undefined when there is none. */
export function jsonAt(root: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = root;
  for (const name of pathNames(path)) {
    if (value === null) return null;
    value = isJsonObject(value) ? ownMember(value, name) : undefined;
  }
  return value;
}

/** The bodies of both APIs for the same resource, or the same list of resources. */
export interface BodyPair {
  readonly v1: Json;
  readonly v2: Json;
}

const objectsIn = (body: Json): readonly JsonObject[] => [dataOf(body)].flat().filter(isJsonObject);

/** Names of the members with the id of a resource, besides `id`. */
export interface IdNames {
  readonly v1: readonly string[];
  readonly v2: readonly string[];
}

const NO_NAMES: IdNames = { v1: [], v2: [] };

/** Reads the id of a resource: its member `id`, or another that has it. */
function idIn(object: JsonObject, names: readonly string[]): string | undefined {
  const attributes = object['attributes'];
  const shownMembers = isJsonObject(attributes ?? null)
    ? { ...(attributes as JsonObject), ...object }
    : object;
  const id = ['id', ...names]
    .map((name) => ownMember(shownMembers, name))
    .find((value) => value !== undefined);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/**
 * Collects the resources in recorded bodies, each once: v1 envelopes `{id, type, attributes}` and v2 objects with the
 * same id. Skips resources that only one side shows, and those of another v1 type than the given one.
 */
export function examplesOf(
  pairs: readonly BodyPair[],
  type?: string,
  names: IdNames = NO_NAMES,
): readonly AnswerExample[] {
  const examples = new Map<string, AnswerExample>();
  for (const { v1, v2 } of pairs) {
    const objectsById = new Map(objectsIn(v2).map((object) => [idIn(object, names.v2), object]));
    for (const envelope of objectsIn(v1)) {
      // A flat API names no type.
      if (type !== undefined && (envelope['type'] ?? type) !== type) continue;
      const id = idIn(envelope, names.v1);
      const object2 = objectsById.get(id);
      const attributes = envelope['attributes'];
      if (id !== undefined && object2 !== undefined && isJsonObject(attributes)) {
        examples.set(id, { v1: attributes, v2: object2 });
      }
    }
  }
  return [...examples.values()];
}

/** Lists the v1 types of the resources that pairs show on both sides. */
export const typesOf = (pairs: readonly BodyPair[], names?: IdNames): readonly string[] => {
  const types = pairs.flatMap(({ v1 }) => objectsIn(v1).map(({ type }) => type));
  return [...new Set(types)].filter(
    (type): type is string => typeof type === 'string' && examplesOf(pairs, type, names).length > 0,
  );
};

/** Examples, and the v2 paths in them. */
export interface Survey {
  readonly examples: readonly AnswerExample[];
  /** `isFree` is set inside an object whose members differ between examples: no contract promises them. */
  readonly sources: readonly { readonly path: string; readonly isFree: boolean }[];
}

/** Limits of a survey: the number of v2 paths, and their depth. */
const MAX_SOURCES = 400;
const MAX_PATH_STEPS = 4;

/** Adds the paths in an object to others, up to the bound. */
export function addPaths(paths: Set<string>, object: JsonObject, prefix = '', steps = 1): void {
  for (const [name, value] of Object.entries(object)) {
    if (paths.size === MAX_SOURCES) return;
    if (name === '' || name.includes('.')) continue;
    const path = joinPath(prefix, name);
    paths.add(path);
    if (isJsonObject(value) && steps < MAX_PATH_STEPS) addPaths(paths, value, path, steps + 1);
  }
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** Collects the v2 paths of examples. */
export function survey(examples: readonly AnswerExample[]): Survey {
  const collected = new Set<string>();
  for (const { v2 } of examples) addPaths(collected, v2);
  const paths = [...collected];
  const isFreeForm = (path: string): boolean => {
    const objects = examples.map(({ v2 }) => jsonAt(v2, path)).filter(isJsonObject);
    return new Set(objects.map((object) => Object.keys(object).sort().join('\n'))).size > 1;
  };
  const free = new Set([...new Set(paths.map(parentOf))].filter((path) => path !== '' && isFreeForm(path)));
  return { examples, sources: paths.map((path) => ({ path, isFree: free.has(parentOf(path)) })) };
}
