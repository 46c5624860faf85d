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
  const laid = { ...base };
  for (const [name, member] of Object.entries(overrides)) {
    const under = laid[name];
    laid[name] = isJsonObject(under) && isJsonObject(member) ? layOver(under, member) : member;
  }
  return laid;
}

type Complain = Complaints['report'];

/** Resolves the bases that a value names, and complains about unknown names. */
export function wholeOf(value: Json, bases: Bases, complain: Complain, path: Path = []): Json {
  const inner = (member: Json, name: string | number) => wholeOf(member, bases, complain, [...path, name]);
  if (Array.isArray(value)) return value.map(inner);
  if (!isJsonObject(value)) return value;
  const { $base: name, $without: without, ...overrides } = value;
  const laid = Object.fromEntries(
    Object.entries(overrides).map(([key, member]) => [key, inner(member ?? null, key)]),
  );
  if (name === undefined) return laid;
  const base = typeof name === 'string' ? ownMember(bases, name) : undefined;
  if (isJsonObject(base)) return layOver(leaveOut(base, [without ?? []].flat()), laid);
  const names = Object.keys(bases);
  const hint = didYouMean(JSON.stringify(name), names) ?? `there are ${names.join(', ')}`;
  const message = `no base is named ${JSON.stringify(name)}`;
  complain([...path, '$base'], 'malformed', message, hint);
  return laid;
}

type Two = readonly [base: Json | undefined, whole: Json | undefined];

const areObjects = (two: Two): two is [JsonObject, JsonObject] =>
  isJsonObject(two[0]) && isJsonObject(two[1]);

/** True if a value can be laid over a base: no object in it lacks a member of the base's object. */
const covers = ([base, wholeBody]: Two): boolean =>
  !areObjects([base, wholeBody]) ||
  Object.entries(base as JsonObject).every(
    ([name, member]) =>
      name in (wholeBody as JsonObject) && covers([member, (wholeBody as JsonObject)[name]]),
  );

const differing = (base: JsonObject, wholeBody: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(wholeBody).flatMap(([name, member]) => {
      const two: Two = [base[name], member];
      if (isDeepStrictEqual(...two)) return [];
      return [[name, areObjects(two) ? differing(...two) : member]];
    }),
  );

function overBase(name: string, base: JsonObject, wholeBody: JsonObject): readonly JsonObject[] {
  const missingNames = Object.keys(base).filter(
    (key) => !(key in wholeBody) || !covers([base[key], wholeBody[key]]),
  );
  if (missingNames.length > MOST_LEFT_OUT) return [];
  const without = missingNames.length === 0 ? {} : { $without: missingNames };
  return [{ $base: name, ...without, ...differing(leaveOut(base, missingNames), wholeBody) }];
}

/** Most members of a base that a value may leave out. */
const MOST_LEFT_OUT = 3;
/** Largest share of its whole text that the difference may have. */
const LARGEST_SHARE = 0.7;

/** Writes a value as its difference from a base where that is much shorter: the reverse of `wholeOf`. */
export function differenceFrom(bases: Bases, value: Json): Json {
  if (Array.isArray(value)) return value.map((member) => differenceFrom(bases, member));
  if (!isJsonObject(value)) return value;
  const overrides = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, differenceFrom(bases, member ?? null)]),
  );
  const length = (body: JsonObject): number => JSON.stringify(body).length;
  const written = Object.entries(bases)
    .flatMap(([name, base]) => overBase(name, base, value))
    .toSorted((body, nextBody) => length(body) - length(nextBody));
  const [shortest = overrides] = written;
  return length(shortest) < LARGEST_SHARE * length(overrides) ? shortest : overrides;
}
