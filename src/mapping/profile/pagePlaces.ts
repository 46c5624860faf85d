import { pathNames } from '../../contract/field';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { numberOfMarked } from '../compile/query/cursorMark';
import { type KeyStyle, withoutKey } from './keyStyle';
import { putAt, valueIn } from './places';
import type { Profile } from './profileFile';

/** Places in which the lists of an API say which page they are, and what follows. */
export type PagePlaces = Pick<Profile['v2'], 'paging' | 'links'> &
  Partial<Pick<Profile['v1'], 'nextPage'>> & { readonly key?: KeyStyle | undefined };

/** Finds the address of the next page in a `Link` header (RFC 8288). */
const nextIn = (link: string): string | undefined =>
  /<([^<>]*)>(?=[^<]*;\s*rel="?(?:[^"<]*\s)?next\b)/i.exec(link)?.[1];

/** Reads what a list answer says about its paging (number, size, total, next link) into the members of meta. */
export function pagingMetaOf(body: Json, { paging, links, key }: PagePlaces, link = ''): JsonObject {
  const meta: JsonObject = {};
  for (const [name, path] of Object.entries(paging)) {
    const value = path === '' ? undefined : valueIn(body, path);
    if (value !== undefined) meta[name] = value;
  }
  const next = (links ? nextIn(link) : undefined) ?? meta['next'];
  // Some APIs repeat the key that they were shown.
  return typeof next === 'string' ? { ...meta, next: withoutKey(next, key) } : meta;
}

/** The place of the next page that no profile has to name: there only a list by a cursor names it. */
const UNNAMED_NEXT = 'meta.next';

/** True if the last page of a list by a cursor says null where others name the next one; else it says nothing. */
export const isNullAtEnd = ({ paging, nextPage }: Omit<PagePlaces, 'links'>): boolean =>
  paging.next === UNNAMED_NEXT || nextPage?.last === null;

/** Returns the members of meta that are written: with the address of the next page where the profile has a place. */
function writtenMeta(meta: JsonObject, places: PagePlaces, address: string | undefined): JsonObject {
  const { next, ...otherMembers } = meta;
  if (next === undefined)
    return address === undefined || places.paging.next === UNNAMED_NEXT ? meta : { ...meta, next: address };
  return next === null && !isNullAtEnd(places) ? otherMembers : meta;
}

/** Returns where the page after this one begins: as a number, but for a cursor that is none. */
function beginningAfter({ next, offset, per_page: size, current_page: page }: JsonObject): Json {
  if (typeof next === 'string') return numberOfMarked(next);
  return typeof offset === 'number' ? offset + Number(size) : Number(page) + 1;
}

/** Says of a list which page it is, and of the page after it: nothing where it has no pages. */
export function sayPage(
  list: JsonObject,
  meta: Json | undefined,
  places: PagePlaces,
  address: string | undefined,
): JsonObject {
  if (!isJsonObject(meta)) return list;
  const written = writtenMeta(meta, places, address);
  const paged = Object.entries(places.paging).reduce((body, [name, path]) => {
    const value = written[name];
    return value === undefined || path === '' ? body : putAt(body, pathNames(path), value);
  }, list);
  const { more = '', number = '' } = places.nextPage ?? {};
  const hasNext = address !== undefined;
  const flagged = more === '' ? paged : putAt(paged, pathNames(more), hasNext);
  return hasNext && number !== '' ? putAt(flagged, pathNames(number), beginningAfter(meta)) : flagged;
}
