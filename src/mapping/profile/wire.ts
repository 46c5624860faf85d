import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { Result } from '../../contract/result';
import { readJson, readOwnJson, writeJson } from '../translate/exactJson';
import type { Profile } from './profileFile';
import { type ErrorStyle, errorStyleOf } from './errorStyle';
import { type KeyStyle, keyStyleOf } from './keyStyle';
import { type Place, placeOf, placesIn, stepsOf, valueIn, putAt } from './places';

/**
 * Translates between the form of the two APIs and the form of mappings, gateway and comparison: paths that begin with
 * `/v1` and `/v2`, a resource or a list in `data`, a resource's `attributes`, and the page in `meta`.
 */
export interface PairWire {
  /** True if both APIs already write that form. */
  readonly isPlain: boolean;
  readonly inward: (target: string) => string;
  readonly outward: (target: string) => string;
  /** Form in which each API takes a key. It is undefined for `Authorization: Bearer`, the form inside. */
  readonly keys: { readonly v1: KeyStyle | undefined; readonly v2: KeyStyle | undefined };
  /** Headers that go with each call of an API. */
  readonly headers: Readonly<Record<'v1' | 'v2', Readonly<Record<string, string>>>>;
  /** True if v1 names the next page in the header `Link`. */
  readonly linksNext: boolean;
  /** True if v1 says how long the list of a resource is: else no more of it is read than a page needs. */
  readonly tellsLength: (resource: string) => boolean;
  /** Form in which each API writes an error. It is undefined for the form inside. */
  readonly errors: { readonly v1: ErrorStyle | undefined; readonly v2: ErrorStyle | undefined };
  /** Translates an answer of an API into the form inside; a body that is not JSON stays unchanged. */
  readonly readForm: (side: 'v1' | 'v2', answer: WrittenAnswer) => WrittenAnswer;
  /** Translates an answer into the form of an API. */
  readonly writeForm: (side: 'v1' | 'v2', answer: WrittenAnswer) => WrittenAnswer;
}

/** An answer of an API, as text. */
export interface WrittenAnswer {
  readonly status: number;
  readonly body: string;
  /** The `Link` header of the answer. */
  readonly link?: string | undefined;
  /** Name of the resource that it shows, or lists. */
  readonly resource?: string | undefined;
  /** Target of the page after it, by the paths of the API. */
  readonly next?: string | undefined;
  /** Id by which an error names its request. */
  readonly requestId?: string | undefined;
}

type ApiShape = Pick<Profile['v2'], 'one' | 'list' | 'paging' | 'links'> &
  Partial<Pick<Profile['v1'], 'attributes' | 'beside' | 'nextPage'>>;

/** Finds the address of the next page in a `Link` header (RFC 8288). */
const nextIn = (link: string): string | undefined =>
  /<([^<>]*)>(?=[^<]*;\s*rel="?(?:[^"<]*\s)?next\b)/i.exec(link)?.[1];

/** Reads what a list answer says about its paging (number, size, total, next link) into the members of meta. */
function pagingMetaOf(body: Json, { paging, links }: ApiShape, link = ''): JsonObject {
  const meta: JsonObject = {};
  for (const [name, path] of Object.entries(paging)) {
    const value = path === '' ? undefined : valueIn(body, path);
    if (value !== undefined) meta[name] = value;
  }
  const next = links ? nextIn(link) : undefined;
  return next === undefined ? meta : { ...meta, next };
}

/** Returns a resource in the form inside: its id and its `attributes`. */
function wrapResource(item: Json, { attributes = 'attributes' }: ApiShape): Json {
  if (attributes === 'attributes' || !isJsonObject(item)) return item;
  const { id } = item;
  return { ...(id === undefined ? {} : { id }), attributes: valueIn(item, attributes) ?? {} };
}

/** Reads a list or a resource from an answer of an API into the form inside; any other body stays as it is. */
function readSuccess(body: Json, shape: ApiShape, { link, resource }: WrittenAnswer): Json {
  const pathsOf = (place: Place) => (resource === undefined ? placesIn(place) : [placeOf(place, resource)]);
  const valuesAt = (place: Place) => pathsOf(place).map((path) => valueIn(body, path));
  const list = valuesAt(shape.list).find((value) => Array.isArray(value));
  if (list !== undefined)
    return { data: list.map((item) => wrapResource(item, shape)), meta: pagingMetaOf(body, shape, link) };
  const item = valuesAt(shape.one).find(isJsonObject);
  return item === undefined ? body : { data: wrapResource(item, shape) };
}

/** Returns a resource in the form of an API, with its attributes at the path of the profile. */
export function unwrapResource(item: Json, { attributes = 'attributes' }: ApiShape): Json {
  if (attributes === 'attributes' || !isJsonObject(item) || !isJsonObject(item['attributes'])) return item;
  const { attributes: ownAttributes, ...otherMembers } = item;
  return attributes === '' ? ownAttributes : putAt(otherMembers, stepsOf(attributes), ownAttributes);
}

/** The place of the next page that no profile has to name: there only a list by a cursor names it. */
const UNNAMED_NEXT = 'meta.next';

/** Returns where the page after this one begins: as a number, but for a cursor that is none. */
function beginningAfter({ next, offset, per_page: size, current_page: page }: JsonObject): Json {
  if (typeof next === 'string') return /^(?:0|[1-9]\d{0,14})$/.test(next) ? Number(next) : next;
  return typeof offset === 'number' ? offset + Number(size) : Number(page) + 1;
}

/** Returns what a list says of the page after it beside the paths of its paging; nothing where it has no pages. */
function sayNext(
  body: JsonObject,
  meta: Json | undefined,
  { nextPage }: ApiShape,
  hasNext: boolean,
): JsonObject {
  if (nextPage === undefined || !isJsonObject(meta)) return body;
  const { more, number } = nextPage;
  const flagged = more === '' ? body : putAt(body, stepsOf(more), hasNext);
  return hasNext && number !== '' ? putAt(flagged, stepsOf(number), beginningAfter(meta)) : flagged;
}

/** Writes a list or a resource in the form of an API, with its paging where the profile has it. */
function writeSuccess(body: Json, shape: ApiShape, { resource, next }: WrittenAnswer): Json {
  if (!isJsonObject(body) || body['data'] === undefined) return body;
  const { data, meta, ...writtenMembers } = body;
  const otherMembers = { ...shape.beside, ...writtenMembers };
  if (!Array.isArray(data))
    return putAt(otherMembers, stepsOf(placeOf(shape.one, resource)), unwrapResource(data, shape));
  const items = data.map((item) => unwrapResource(item, shape));
  const path = placeOf(shape.list, resource);
  if (path === '') return items;
  const isNextNamed = next !== undefined && shape.paging.next !== UNNAMED_NEXT;
  const page: JsonObject = { ...(isNextNamed ? { next } : {}), ...(isJsonObject(meta) ? meta : {}) };
  const paged = Object.entries(shape.paging).reduce(
    (pageBody, [name, path]) => {
      const value = page[name];
      return value === undefined || path === '' ? pageBody : putAt(pageBody, stepsOf(path), value);
    },
    putAt(otherMembers, stepsOf(path), items),
  );
  return sayNext(paged, meta, shape, next !== undefined);
}

/** Returns the rest of a target after a prefix. Returns undefined if the target does not begin with it. */
function targetRestOf(target: string, prefix: string): string | undefined {
  if (!target.startsWith(prefix)) return undefined;
  const targetRest = target.slice(prefix.length);
  return /^(?:[/?]|$)/.test(targetRest) ? targetRest : undefined;
}

/** Replaces the longest prefix that a target begins with. */
function replacePrefix(
  target: string,
  prefixes: readonly (readonly [from: string, to: string])[],
): string | undefined {
  const ordered = prefixes.toSorted(([prefix], [nextPrefix]) => nextPrefix.length - prefix.length);
  for (const [from, to] of ordered) {
    const targetRest = targetRestOf(target, from);
    // An empty prefix leaves nothing of `/v1`, and a target begins with a slash.
    if (targetRest !== undefined) return (to + targetRest).replace(/^(?!\/)/, '/');
  }
  return undefined;
}

/** Path at which the gateway takes v2's events. */
export const EVENTS_PATH = '/lifeboat/events';

/** True for a path of the gateway itself, which a pair of prefixes may not take. */
const isGatewayPath = (target: string): boolean => target === '/guide' || target === EVENTS_PATH;

interface JsonAnswer {
  readonly status: number;
  readonly body: Json;
  readonly requestId?: string | undefined;
}

/** Changes an answer whose body is JSON: of an API within limits, or the gateway's own. */
function changeBody(
  { status, body, requestId }: WrittenAnswer,
  read: Result<Json, unknown>,
  change: (answer: JsonAnswer) => JsonAnswer,
): WrittenAnswer {
  if (!read.ok) return { status, body };
  const changed = change({ status, body: read.value, requestId });
  return { status: changed.status, body: writeJson(changed.body) };
}

/** True if an API writes the form inside, so that no success has to be changed. */
const isUsualShape = ({ attributes = 'attributes', beside = {}, ...shape }: ApiShape): boolean =>
  !shape.links &&
  Object.values(shape.nextPage ?? {}).every((path) => path === '') &&
  Object.keys(beside).length === 0 &&
  [shape.one, shape.list].every((path) => path === 'data') &&
  attributes === 'attributes' &&
  Object.entries(shape.paging).every(([name, path]) => path === `meta.${name}`);

/** Returns the change of a success. Returns undefined for a shape in which the gateway itself writes. */
const successChange = (
  shape: ApiShape,
  make: (body: Json) => Json,
): ((answer: JsonAnswer) => JsonAnswer) | undefined =>
  isUsualShape(shape) ? undefined : ({ status, body }) => ({ status, body: make(body) });

const same = <Value>(value: Value): Value => value;

/** Creates the wire of a pair. A target under neither prefix belongs to neither API. */
export function createWire({ v1, v2 }: Pick<Profile, 'v1' | 'v2'>): PairWire {
  const pairs = [
    [v1.prefix, '/v1'],
    [v2.prefix, '/v2'],
  ] as const;
  const isRouted = pairs.every(([apiPrefix, gatewayPrefix]) => apiPrefix === gatewayPrefix);
  const shapes = { v1, v2 };
  const keys = { v1: keyStyleOf(v1.auth), v2: keyStyleOf(v2.auth) };
  const errors = { v1: errorStyleOf(v1.errors), v2: errorStyleOf(v2.errors) };
  const inward = (target: string): string => {
    if (!target.startsWith('/') || isGatewayPath(target)) return target;
    const knownTarget = replacePrefix(target, pairs);
    return knownTarget ?? (/^\/v[12](?:[/?]|$)/.test(target) ? `/-${target}` : target);
  };
  return {
    isPlain:
      isRouted &&
      isUsualShape(v1) &&
      isUsualShape(v2) &&
      [v1, v2].every(({ headers }) => Object.keys(headers).length === 0) &&
      [keys, errors].every((styles) => styles.v1 === undefined && styles.v2 === undefined),
    keys,
    headers: { v1: v1.headers, v2: v2.headers },
    inward: isRouted ? same : inward,
    outward: isRouted
      ? same
      : (target) =>
          replacePrefix(
            target,
            pairs.map(([ownPrefix, ours]) => [ours, ownPrefix] as const),
          ) ?? target,
    errors,
    linksNext: v1.links,
    tellsLength: (resource) =>
      placeOf(v1.list, resource) !== '' && [v1.paging.total, v1.paging.last_page].some((path) => path !== ''),
    readForm: (side, answer) => {
      const change =
        answer.status > 299
          ? errors[side]?.readForm
          : successChange(shapes[side], (body) => readSuccess(body, shapes[side], answer));
      return change === undefined ? answer : changeBody(answer, readJson(answer.body, 'drop'), change);
    },
    writeForm: (side, answer) => {
      const change =
        answer.status > 299
          ? errors[side]?.writeForm
          : successChange(shapes[side], (body) => writeSuccess(body, shapes[side], answer));
      return change === undefined ? answer : changeBody(answer, readOwnJson(answer.body), change);
    },
  };
}
