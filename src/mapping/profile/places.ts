import { pathNames } from '../../contract/field';
import { isJsonObject, type Json, type JsonObject, ownMember } from '../../contract/json';
import { z } from 'zod';

/** Schema of a path in a body: names joined by dots; an empty text stands for the whole body. */
export const memberPath = z
  .string()
  .regex(/^(?:[^.]+(?:\.[^.]+)*)?$/, { error: 'is not a path such as page.number' });

const listPlace = /^\d+$/;

/** True for a path that leads into a list: it can be read, but nothing can be put there. */
export const leadsIntoList = (path: string): boolean => path.split('.').some((name) => listPlace.test(name));

/** Schema of the place of a resource or a list in an answer: a path, or one for each resource by its name. */
export const placeEntry = z.union([memberPath, z.record(z.string(), memberPath)]);

export type Place = z.output<typeof placeEntry>;

export const placeOf = (place: Place, resource = ''): string =>
  typeof place === 'string' ? place : (place[resource] ?? '');

/** Lists the paths at which an answer may have it, the whole body last. */
export const placesIn = (place: Place): readonly string[] =>
  typeof place === 'string'
    ? [place]
    : Object.values(place).toSorted((path, nextPath) => nextPath.length - path.length);

function memberIn(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return listPlace.test(name) ? value[Number(name)] : undefined;
  return isJsonObject(value) ? ownMember(value, name) : undefined;
}

/** Follows a path into a body; a number is a place in a list, from 0. */
export const valueIn = (body: Json, path: string): Json | undefined =>
  pathNames(path).reduce<Json | undefined>(memberIn, body);

/** Puts a value at a path of an object, and keeps all other members. */
export function putAt(body: JsonObject, [name, ...laterNames]: readonly string[], value: Json): JsonObject {
  if (name === undefined) return isJsonObject(value) ? { ...body, ...value } : body;
  const previousValue = ownMember(body, name);
  return {
    ...body,
    [name]:
      laterNames.length === 0
        ? value
        : putAt(isJsonObject(previousValue) ? previousValue : {}, laterNames, value),
  };
}

/** Removes the value at a path from an object, and the objects that held nothing else. */
export function withoutValue(body: JsonObject, [name, ...laterNames]: readonly string[]): JsonObject {
  if (name === undefined) return body;
  const { [name]: member, ...otherMembers } = body;
  if (laterNames.length === 0 || !isJsonObject(member)) return laterNames.length === 0 ? otherMembers : body;
  const inner = withoutValue(member, laterNames);
  return Object.keys(inner).length === 0 ? otherMembers : { ...body, [name]: inner };
}
