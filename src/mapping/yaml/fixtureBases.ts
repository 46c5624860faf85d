import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json, type JsonObject, ownMember } from '../../contract/json';
import { type Complaints, didYouMean } from './complaints';
import type { Path } from './yamlDocument';

/**
 * Bodies by name that are written once in a fixture file: `$base: NAME` takes one over, `$without:` leaves members out.
 */
export type Bases = Readonly<Record<string, JsonObject>>;

const leaveOut = (base: JsonObject, names: readonly Json[]): JsonObject =>
  Object.fromEntries(Object.entries(base).filter(([name]) => !names.includes(name)));

/** Lays members over those of a base: merges objects member by member, and replaces any other value. */
function layOver(base: JsonObject, overrides: JsonObject): JsonObject {
  const mergedObject = { ...base };
  for (const [name, member] of Object.entries(overrides)) {
    const under = mergedObject[name];
    mergedObject[name] = isJsonObject(under) && isJsonObject(member) ? layOver(under, member) : member;
  }
  return mergedObject;
}

type Complain = Complaints['report'];

/** Resolves the bases that a value names, and complains about unknown names. */
export function withBases(value: Json, bases: Bases, complain: Complain, path: Path = []): Json {
  const withInnerBases = (member: Json, name: string | number) =>
    withBases(member, bases, complain, [...path, name]);
  if (Array.isArray(value)) return value.map(withInnerBases);
  if (!isJsonObject(value)) return value;
  const { $base: name, $without: without, ...overrides } = value;
  const members = Object.fromEntries(
    Object.entries(overrides).map(([key, member]) => [key, withInnerBases(member ?? null, key)]),
  );
  if (name === undefined) return members;
  const base = typeof name === 'string' ? ownMember(bases, name) : undefined;
  if (isJsonObject(base)) return layOver(leaveOut(base, [without ?? []].flat()), members);
  const names = Object.keys(bases);
  const hint = didYouMean(JSON.stringify(name), names) ?? `there are ${names.join(', ')}`;
  const message = `no base is named ${JSON.stringify(name)}`;
  complain([...path, '$base'], 'malformed', message, hint);
  return members;
}

/** True if a value can be laid over a base: no object in it lacks a member of the base's object. */
const isCoverable = (base: Json | undefined, whole: Json | undefined): boolean =>
  !isJsonObject(base) ||
  !isJsonObject(whole) ||
  Object.entries(base).every(([name, member]) => name in whole && isCoverable(member, whole[name]));

/** Returns the members that differ from those of a base, objects member by member. */
const differingMembers = (base: JsonObject, whole: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(whole).flatMap(([name, member]) => {
      const under = base[name];
      if (isDeepStrictEqual(under, member)) return [];
      const areObjects = isJsonObject(under) && isJsonObject(member);
      return [[name, areObjects ? differingMembers(under, member) : member]];
    }),
  );

/** Writes a value as its difference from a base; an empty list if it lacks too many of the base's members. */
function differencesFromBase(name: string, base: JsonObject, wholeBody: JsonObject): readonly JsonObject[] {
  const missingNames = Object.keys(base).filter(
    (key) => !(key in wholeBody) || !isCoverable(base[key], wholeBody[key]),
  );
  if (missingNames.length > MAX_LEFT_OUT) return [];
  const without = missingNames.length === 0 ? {} : { $without: missingNames };
  return [{ $base: name, ...without, ...differingMembers(leaveOut(base, missingNames), wholeBody) }];
}

/** Most members of a base that a value may leave out. */
const MAX_LEFT_OUT = 3;
/** Largest share of its whole text that the difference may have. */
const MAX_SHARE = 0.7;

/** Writes a value as its difference from a base where that is much shorter: the reverse of `withBases`. */
export function differenceFrom(bases: Bases, value: Json): Json {
  if (Array.isArray(value)) return value.map((member) => differenceFrom(bases, member));
  if (!isJsonObject(value)) return value;
  const overrides = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, differenceFrom(bases, member ?? null)]),
  );
  const length = (body: JsonObject): number => JSON.stringify(body).length;
  const written = Object.entries(bases)
    .flatMap(([name, base]) => differencesFromBase(name, base, value))
    .toSorted((body, nextBody) => length(body) - length(nextBody));
  const [shortest = overrides] = written;
  return length(shortest) < MAX_SHARE * length(overrides) ? shortest : overrides;
}
