import { pathNames } from '../../contract/field';
import { isJsonObject, type Json } from '../../contract/json';
import type { Result } from '../../contract/result';
import { readJson, readOwnJson, writeJson } from '../translate/exactJson';
import type { Profile } from './profileFile';
import { type ErrorStyle, errorStyleOf, type JsonAnswer } from './errorStyle';
import { type KeyStyle, keyStyleOf, withoutKey } from './keyStyle';
import { type PagePlaces, pagingMetaOf, sayPage } from './pagePlaces';
import { replacePrefix, sideOf } from './targets';
import { type Place, placeOf, placesIn, valueIn, putAt } from './places';

/**
 * Translates between the form of the two APIs and the form of mappings, gateway and comparison: paths that begin with
 * `/v1` and `/v2`, a resource or a list in `data`, a resource's `attributes`, and the page in `meta`.
 */
export interface PairWire {
  /** True if both APIs already write that form. */
  readonly isPlain: boolean;
  /** Translates a target into the form inside, without a key in its query. */
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

type ApiShape = PagePlaces &
  Pick<Profile['v2'], 'one' | 'list'> &
  Partial<Pick<Profile['v1'], 'attributes' | 'beside'>>;

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
  return attributes === '' ? ownAttributes : putAt(otherMembers, pathNames(attributes), ownAttributes);
}

/** Writes a list or a resource in the form of an API, with its paging where the profile has it. */
function writeSuccess(body: Json, shape: ApiShape, { resource, next }: WrittenAnswer): Json {
  if (!isJsonObject(body) || body['data'] === undefined) return body;
  const { data, meta, ...writtenMembers } = body;
  const otherMembers = { ...shape.beside, ...writtenMembers };
  if (!Array.isArray(data))
    return putAt(otherMembers, pathNames(placeOf(shape.one, resource)), unwrapResource(data, shape));
  const items = data.map((item) => unwrapResource(item, shape));
  const path = placeOf(shape.list, resource);
  if (path === '') return items;
  return sayPage(putAt(otherMembers, pathNames(path), items), meta, shape, next);
}

/** Path at which the gateway takes v2's events. */
export const EVENTS_PATH = '/lifeboat/events';

/** True for a path of the gateway itself, which a pair of prefixes may not take. */
const isGatewayPath = (target: string): boolean => target === '/guide' || target === EVENTS_PATH;

/** Changes an answer whose body is JSON; any other stays as it is. */
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
  const keys = { v1: keyStyleOf(v1.auth), v2: keyStyleOf(v2.auth) };
  const shapes = { v1: { ...v1, key: keys.v1 }, v2: { ...v2, key: keys.v2 } };
  const isKeyAsked = [keys.v1, keys.v2].some((style) => style?.in === 'query');
  const errors = { v1: errorStyleOf(v1.errors), v2: errorStyleOf(v2.errors) };
  const translated =
    (
      way: 'readForm' | 'writeForm',
      make: typeof readSuccess,
      parse: typeof readOwnJson,
    ): PairWire[typeof way] =>
    (side, answer) => {
      const ofSuccess = (body: Json): Json => make(body, shapes[side], answer);
      const change = answer.status > 299 ? errors[side]?.[way] : successChange(shapes[side], ofSuccess);
      return change === undefined ? answer : changeBody(answer, parse(answer.body), change);
    };
  const reroute = (target: string): string => {
    if (!target.startsWith('/') || isGatewayPath(target)) return target;
    const knownTarget = replacePrefix(target, pairs);
    return knownTarget ?? (sideOf(target) === undefined ? target : `/-${target}`);
  };
  const inward = (target: string): string => {
    const ownTarget = isRouted ? target : reroute(target);
    const side = sideOf(ownTarget);
    return side === undefined ? ownTarget : withoutKey(ownTarget, keys[side]);
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
    inward: isRouted && !isKeyAsked ? same : inward,
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
    readForm: translated('readForm', readSuccess, (text) => readJson(text, 'drop')),
    writeForm: translated('writeForm', writeSuccess, readOwnJson),
  };
}
