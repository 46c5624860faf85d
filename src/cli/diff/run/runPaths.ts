import { failure, type Result, success } from '../../../contract/result';
import { ExactNumber, isJsonObject, type Json, type JsonObject } from '../../../contract/json';
import type { ResolvedResource } from '../../../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../../../mapping/compile/resolveOperation';
import { type ResolvedParameter, usualSizeOf } from '../../../mapping/compile/query/resolveQuery';
import { attributeLeaves, pathText } from '../../../mapping/translate/translationRule';

/** A line that names a read: its path, optionally after `GET`. */
const READ = /^(?:GET\s+)?(\/\S*)$/;

/** Reads the v1 paths of a text, one per line; empty lines and comments after `#` are ignored. */
export function readPaths(text: string): Result<readonly string[], string> {
  const paths: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const writtenLine = line.replace(/(^|\s)#.*$/, '').trim();
    if (writtenLine === '') continue;
    const path = READ.exec(writtenLine)?.[1];
    if (path === undefined)
      return failure(`line ${index + 1}: "${writtenLine}" is no v1 path such as /v1/things/7`);
    paths.push(path);
  }
  return paths.length === 0 ? failure('names no path') : success(paths);
}

/** Reads one path of v1; the failure has v1's answer. */
export type ReadV1 = (path: string) => Promise<Result<Json, string>>;

/** Items on a page; only 50, so that a difference is found on a small page. */
const PAGE = 50;

/** Builds the query that asks for every optional attribute. */
const shownQuery = (query: readonly ResolvedParameter[]): readonly string[] =>
  query.filter(({ shows }) => shows !== undefined).map(({ name }) => `${name}=1`);

const withQuery = (path: string, queryParts: readonly string[]): string =>
  queryParts.length === 0 ? path : `${path}?${queryParts.join('&')}`;

/** True for a list that v1 shows at once. */
const hasNoPages = ({ query }: ResolvedOperation): boolean =>
  query.every(({ begins }) => begins === undefined || begins === 'whole');

/** The page of a list to read: its number, and the cursor that v1 named for it. */
interface NextPage {
  readonly number: number;
  readonly cursor?: string | undefined;
}

/** Builds the path of a page with the operation's own query parameters. */
function pagePath({ operation, query }: ResolvedOperation, { number, cursor }: NextPage): string {
  const beginning = query.find(({ begins }) => begins !== undefined);
  const size = query.find(({ begins, most }) => begins === undefined && most !== undefined);
  const items = Math.min(PAGE, size?.most ?? usualSizeOf(operation) ?? PAGE);
  const starts = { page: number, offset: (number - 1) * items, cursor, whole: undefined };
  const start = beginning?.begins && starts[beginning.begins];
  const queryParts = [
    beginning && start !== undefined && `${beginning.name}=${encodeURIComponent(start)}`,
    size && `${size.name}=${items}`,
  ];
  const namedParts = queryParts.filter((queryPart) => typeof queryPart === 'string');
  return withQuery(operation.v1.template, [...namedParts, ...shownQuery(query)]);
}

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  value !== undefined && isJsonObject(value) ? value[name] : undefined;

/** Returns a value as a part of a path. Returns undefined if it cannot be one. */
function partOfPath(value: Json | undefined): string | undefined {
  if (value instanceof ExactNumber) return value.text;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? encodeURIComponent(value) : undefined;
}

/** Finds the id of a listed item: its own, or the attribute that shows v2's. */
function idOf(item: JsonObject, { envelope, rules }: ResolvedResource): Json | undefined {
  const { id } = item;
  const idLine = attributeLeaves(rules).find(({ source }) => pathText(source) === envelope.id);
  return id ?? memberOf(memberOf(item, 'attributes'), idLine?.attribute[0] ?? '');
}

/** Names the parameter of a v1 path that takes the id of the resource. Returns undefined if none does. */
const idParameterOf = ({ v1, v2 }: ResolvedOperation['operation']): string | undefined =>
  v2.id?.(Object.fromEntries(v1.parameters.map(({ name }) => [name, name])));

/**
 * Builds the path of one item for one operation, of its id and of attributes. Returns undefined if the item lacks a
 * value that the path needs. `slug` is a game's.
 */
function itemPath(
  { operation, query }: ResolvedOperation,
  item: JsonObject,
  resource: ResolvedResource,
): string | undefined {
  const attributes = memberOf(item, 'attributes');
  const idName = idParameterOf(operation) ?? 'id';
  let path = operation.v1.template;
  for (const { name } of operation.v1.parameters) {
    const named = memberOf(attributes, `game_${name}`) ?? memberOf(attributes, name);
    const segment = partOfPath(name === idName ? idOf(item, resource) : named);
    if (segment === undefined) return undefined;
    path = path.replace(`{${name}}`, segment);
  }
  return withQuery(path, shownQuery(query));
}

/** Most items of a list that are read one by one, and most of its pages. */
const MAX_ITEMS = 10_000;

/** The pages of a list that v1 shows, the items on them, and whether they are all. */
interface WalkedList {
  readonly pages: readonly string[];
  readonly items: readonly JsonObject[];
  readonly isWhole: boolean;
  /** Number of pages that only v1's cursors lead to: v2 could not be asked for them. */
  readonly cursorPageCount: number;
}

/** Reports whether v1 says that more follows, by counts or by the next page. Returns undefined if it says nothing. */
function isFollowed(answer: Json, pageCount: number, itemCount: number): boolean | undefined {
  const meta = memberOf(answer, 'meta');
  const [total = NaN, lastPage = NaN] = ['total', 'last_page'].map((name) => Number(memberOf(meta, name)));
  const more = memberOf(meta, 'more');
  if (typeof more === 'boolean') return more;
  if ((memberOf(meta, 'next') ?? null) !== null || itemCount < total || pageCount < lastPage) return true;
  return Number.isNaN(total) && Number.isNaN(lastPage) ? undefined : false;
}

/** Reads the cursor of the next page: the text itself, or the parameter of an address; a number of digits too. */
function cursorOf(answer: Json, name: string): string | undefined {
  const next = memberOf(memberOf(answer, 'meta'), 'next');
  if (next instanceof ExactNumber) return next.text;
  if (typeof next === 'number') return String(next);
  if (typeof next !== 'string' || next === '') return undefined;
  const address = URL.parse(next, 'https://relative.invalid');
  return /[/?]/.test(next) ? (address?.searchParams.get(name) ?? next) : next;
}

type Beginning = ResolvedParameter | undefined;

/** Finds where the page after an answer begins; undefined where it is the last that can be asked for. */
function pageAfter(answer: Json, { number, cursor }: NextPage, beginning: Beginning): NextPage | undefined {
  if (beginning?.begins !== 'cursor') return beginning && { number: number + 1 };
  const next = cursorOf(answer, beginning.name);
  return next === undefined || next === cursor ? undefined : { number: number + 1, cursor: next };
}

const firstCursor = ({ query }: ResolvedOperation): Beginning =>
  query.find(({ begins }) => begins === 'cursor');

/**
 * Describes the pages that were read. Of a list by a cursor the first is compared as a page, because each API has its
 * own cursors; v1's lead to the items of the others.
 */
function walkedList(
  list: ResolvedOperation,
  { paths, items }: { readonly paths: readonly string[]; readonly items: readonly JsonObject[] },
  more: boolean | undefined,
): WalkedList {
  const pages = firstCursor(list) === undefined ? paths : paths.slice(0, 1);
  const cursorPageCount = paths.length - pages.length;
  return { pages, items, cursorPageCount, isWhole: !(more ?? !hasNoPages(list)) && cursorPageCount === 0 };
}

const itemsIn = (answer: Json): readonly JsonObject[] => {
  const data = memberOf(answer, 'data');
  return Array.isArray(data) ? data.filter(isJsonObject) : [];
};

/** Reads the pages of one list. */
async function walk(list: ResolvedOperation, read: ReadV1): Promise<Result<WalkedList, string>> {
  const paths: string[] = [];
  const items: JsonObject[] = [];
  const beginning = list.query.find(({ begins }) => begins !== undefined && begins !== 'whole');
  let page: NextPage = { number: 1 };
  for (;;) {
    const path = pagePath(list, page);
    const answer = await read(path);
    if (!answer.ok) return answer;
    const listed = itemsIn(answer.value);
    paths.push(path);
    items.push(...listed);
    const more = listed.length > 0 && isFollowed(answer.value, page.number, items.length);
    const isOver = Math.max(page.number, items.length) >= MAX_ITEMS;
    const next = more === true && !isOver ? pageAfter(answer.value, page, beginning) : undefined;
    if (next === undefined) return success(walkedList(list, { paths, items }, more));
    page = next;
  }
}

/** Reads to compare, how many of them are pages of lists, and whether they are all that v1's lists show. */
export interface CollectedReads {
  readonly paths: readonly string[];
  readonly pageCount: number;
  readonly isWhole: boolean;
  readonly cursorPageCount: number;
}

/** Collects the reads of a resource: all pages of its lists, each item by every read, and what is read without an id. */
async function readsOf(resource: ResolvedResource, read: ReadV1): Promise<Result<CollectedReads, string>> {
  const reads = resource.operations.filter(({ operation }) => operation.v1.method === 'GET');
  const single = reads.filter(({ operation }) => operation.v1.parameters.length > 0);
  const [lists, alone] = [true, false].map((isList) =>
    reads.filter((each) => !single.includes(each) && (each.operation.list !== undefined) === isList),
  );
  const paths = (alone ?? []).map(({ operation, query }) =>
    withQuery(operation.v1.template, shownQuery(query)),
  );
  let [pageCount, cursorPageCount, isWhole] = [0, 0, true];
  for (const list of lists ?? []) {
    const walked = await walk(list, read);
    if (!walked.ok) return walked;
    const { pages, items, isWhole: isWalkedWhole } = walked.value;
    const itemPaths = items
      .slice(0, MAX_ITEMS)
      .flatMap((item) => single.flatMap((operation) => itemPath(operation, item, resource) ?? []));
    paths.push(...pages, ...itemPaths);
    pageCount += pages.length;
    cursorPageCount += walked.value.cursorPageCount;
    isWhole &&= isWalkedWhole;
  }
  return success({ paths: [...new Set(paths)], pageCount, cursorPageCount, isWhole });
}

/** Collects every read that v1 answers now, taken from its own lists. */
export async function allReads(
  resources: readonly ResolvedResource[],
  read: ReadV1,
): Promise<Result<CollectedReads, string>> {
  const all: CollectedReads[] = [];
  for (const resource of resources) {
    const reads = await readsOf(resource, read);
    if (!reads.ok) return failure(`v1 cannot be listed: ${reads.failure}`);
    all.push(reads.value);
  }
  const paths = all.flatMap((reads) => reads.paths);
  if (paths.length === 0)
    return failure('no list of v1 is without path parameters: name reads with --paths FILE');
  const pageCount = all.reduce((sum, reads) => sum + reads.pageCount, 0);
  const cursorPageCount = all.reduce((sum, reads) => sum + reads.cursorPageCount, 0);
  const isWhole = all.every((reads) => reads.isWhole);
  return success({ paths, pageCount, cursorPageCount, isWhole });
}
