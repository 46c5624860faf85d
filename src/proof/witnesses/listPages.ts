import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { LookupIndex, PagedList } from '../../mapping/compile/compiledOperation';
import { markCursor } from '../../mapping/compile/query/cursorMark';
import { type PathStep, stepsTo, withoutValueAt, withValueAt } from '../../mapping/translate/translationRule';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import { type ResolvedParameter, usualSizeOf } from '../../mapping/compile/query/resolveQuery';
import type { ResolvedNames } from '../../mapping/compile/calls/resolveNames';
import { branchesOf, type BranchWishes, createCounter } from './branches';

interface PagePosition {
  readonly number: number;
  readonly size: number;
}

/** Makes the last page of a v2 list; the pages before it count as full. A silent one says no more than their number. */
function lastPageOf(items: readonly Json[], { number, size }: PagePosition, isSilent = false): Json {
  const earlierCount = (number - 1) * size;
  const total = earlierCount + items.length;
  const pages = {
    current_page: number,
    from: earlierCount + 1,
    last_page: number,
    per_page: size,
    to: total,
  };
  return { data: [...items], meta: isSilent ? { total } : { ...pages, total } };
}

/** Keeps only those members, at any depth, whose absence a reader would notice. */
function onlyNoticeable(value: Json, isSame: (changed: Json) => boolean): Json {
  if (!isJsonObject(value)) return value;
  return Object.entries(value).reduce<Json>((kept, [name, member]) => {
    const fewer = withoutValueAt(kept, [{ name }]);
    if (isSame(fewer)) return fewer;
    const changedTo = (inner: Json) => withValueAt(kept, [{ name }], inner);
    return changedTo(onlyNoticeable(member ?? null, (inner) => isSame(changedTo(inner))));
  }, value);
}

const PER_PAGE = 50;

interface ListedObject {
  readonly object: Json;
  /** Makes the id of this object from 0, and the ids of later objects from other numbers. */
  readonly idOf: (next: number) => number | string;
  readonly idPath: readonly PathStep[];
  readonly key: string;
}

const page = (items: readonly Json[]): Json => lastPageOf(items, { number: 1, size: PER_PAGE });

/** Makes a list item with only those members that the index reads. */
function itemOf(index: LookupIndex, { object, idOf, idPath, key }: ListedObject, next = 0): Json {
  const item = withValueAt(withValueAt(object, stepsTo(index.key), key), idPath, idOf(next));
  return onlyNoticeable(item, (changed) => isDeepStrictEqual(index.read(changed), index.read(item)));
}

/** Makes a v2 list in which no item has the key. */
export const listWithout = (index: LookupIndex, wanted: ListedObject): Json =>
  page([itemOf(index, { ...wanted, key: `not ${wanted.key}` })]);

/**
 * Makes the whole v2 list as one page. Before the wanted object comes a newer one with another key. If the index
 * prefers the wanted object to one of the others, that one also comes before it, newer and with the same key.
 */
export function wholeListPage(index: LookupIndex, wanted: ListedObject, otherItems: readonly Json[]): Json {
  const isPreferred = (object: Json) => index.read(itemOf(index, { ...wanted, object }))?.preferred === true;
  const lesser = isPreferred(wanted.object) ? otherItems.find((object) => !isPreferred(object)) : undefined;
  return page([
    itemOf(index, { ...wanted, key: `not ${wanted.key}` }, 2),
    ...(lesser === undefined ? [] : [itemOf(index, { ...wanted, object: lesser }, 1)]),
    itemOf(index, wanted),
  ]);
}

const NAME_COUNT = 4;

/** Makes a v2 list in which the names of every other item are shown. */
export function namesPage({ known: knownNames, item, having }: ResolvedNames): Json {
  const wishes: BranchWishes = {
    side: 'answer',
    nextNumber: createCounter(501),
    extra: () => [],
    inside: () => [],
  };
  const items = Array.from({ length: NAME_COUNT }, (_, index): Json => {
    const [object = {}] = branchesOf(item, '', wishes);
    const words: JsonObject = Object.fromEntries(
      Object.entries(having).map(([member, word]) => [
        member,
        index % 2 === 0 ? ['another', word] : ['another'],
      ]),
    );
    return isJsonObject(object) ? { ...object, ...words } : object;
  });
  const { most, isSilent } = knownNames.list;
  return lastPageOf(items, { number: 1, size: most }, isSilent);
}

/** Query of a client: everything on demand, nothing, or the largest page. */
export type ClientQuery = 'everything' | 'nothing' | 'most';

/** Name of v2's second page, where a list is read by a cursor. */
const LATER_PAGE = 'page two';

/** Returns the client's words for the beginning of a page. Returns none for the first. */
function beginning(
  page: ResolvedParameter | undefined,
  list: PagedList | undefined,
  { number, size }: PagePosition,
): Readonly<Record<string, string>> {
  if (page === undefined || number === 1) return {};
  const later = String(page.begins === 'page' ? number : (number - 1) * size);
  if (page.begins !== 'cursor') return { [page.name]: later };
  return { [page.name]: markCursor(list?.style === 'cursor' ? LATER_PAGE : later) };
}

/** True for numbered pages whose size v2 alone says. */
const areSteps = ({ isFixed, style }: PagedList): boolean => isFixed && style !== 'cursor';

/** Chooses a page after the first: where v2 alone says how many items a page has, one that begins with a page of v2. */
const laterPageOf = (list: PagedList | undefined): number =>
  list !== undefined && areSteps(list) ? list.most + 1 : 2;

/** Returns how many items a client asks for, or gets without asking. */
function sizeAsked(
  asking: ClientQuery,
  items: number,
  { usual, most }: Readonly<Record<'usual' | 'most', number>>,
): number {
  if (asking === 'nothing') return usual;
  return asking === 'everything' ? items : most;
}

/** Chooses the v1 page to ask for, and the query for it. */
export function pageAsked(
  { query, operation }: Pick<ResolvedOperation, 'query' | 'operation'>,
  asking: ClientQuery,
  items: number,
) {
  const page = query.find(({ begins }) => begins !== undefined);
  const sizes = query.find(({ most, begins }) => most !== undefined && begins === undefined);
  const { usual = usualSizeOf(operation) ?? 1, most = usual } = sizes ?? {};
  if (page === undefined) return { number: 1, size: Infinity, words: {} };
  const number = asking === 'everything' ? laterPageOf(operation.list) : 1;
  const size = sizes === undefined ? usual : sizeAsked(asking, items, { usual, most });
  const begins = beginning(page, operation.list, { number, size });
  const words = sizes === undefined ? begins : { ...begins, [sizes.name]: String(size) };
  return { number, size, words: asking === 'nothing' ? {} : words };
}

/** Returns the page of v2 on which that page of v1 begins. */
export const pageInV2 = (list: PagedList, { number, size }: PagePosition): PagePosition =>
  areSteps(list)
    ? { number: number === 1 ? 1 : size + 1, size: list.most }
    : { number, size: Math.min(size, list.most) };

/** Returns the largest number of objects in one answer. */
export function widthOf({ operation, query }: Pick<ResolvedOperation, 'query' | 'operation'>): number {
  const { list, each } = operation;
  if (list === undefined) return each === undefined ? 1 : Infinity;
  const isSized = query.some(({ begins, most }) => begins === undefined && most !== undefined);
  return isSized ? list.most : Math.min(list.most, usualSizeOf(operation) ?? Infinity);
}

/** Makes the answers of a v2 list by their queries: the items on the page that is asked for, and others before them. */
export function listAnswers(
  list: PagedList,
  items: readonly Json[],
  { number, size, rowBefore }: PagePosition & { readonly rowBefore: (index: number) => Json },
): readonly (readonly [query: string, body: Json])[] {
  if (list.style === 'page' || list.style === 'offset')
    return [[list.query(number, size), lastPageOf(items, { number, size }, list.isSilent)]];
  const page = (data: readonly Json[], meta: JsonObject = {}): Json => ({ data: [...data], meta });
  if (number === 1) return [[list.query(1, size), page(items)]];
  const otherItems = Array.from({ length: size }, (_, index) => rowBefore(index));
  if (list.style === 'whole') return [[list.query(1, size), page([...otherItems, ...items])]];
  return [
    [list.query(1, size), page(otherItems, { next: LATER_PAGE })],
    [list.queryAfter(LATER_PAGE, size), page(items)],
  ];
}
