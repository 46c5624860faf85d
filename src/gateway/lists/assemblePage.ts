import type { AskedPage, ListedNames, PagedList } from '../../mapping/compile/compiledOperation';
import { markCursor } from '../../mapping/compile/query/cursorMark';
import { Mismatch } from '../../mapping/translate/madeValue';
import { failure, type Result, success } from '../../contract/result';
import type { CallContext } from '../context';
import type { Upstream } from '../upstream';
import { refuseUnfit } from '../receiveAnswer';
import type { Refusal } from '../refusal';
import { readByCursor, type WalkedRange } from './readByCursor';
import { refuseAmbiguousId, tooLongList } from './listRefusals';
import type { Range, RangeRequest } from './rangeRequest';
import { readRange } from './readRange';
import type { Json } from '../../contract/json';
import { writeJson } from '../../mapping/translate/exactJson';
import type { ReportEvent } from '../gatewayEvents';
import type { V1Success, Task } from '../gateway';

/** Most names that are read from a list: no list has more. */
const MAX_LIST_NAMES = 10_000;

/** Reads a range of a list, however its pages are asked for. */
function readList<Made>(
  range: RangeRequest<Made>,
  { style, cursor }: Partial<Pick<AskedPage, 'style' | 'cursor'>> = {},
  tellsLength = true,
): Promise<Result<WalkedRange<Made>, Refusal>> {
  // A whole list is a first page that names no next one.
  if (range.list.style !== 'cursor' && range.list.style !== 'whole') return readRange(range);
  const isOnePage = style === 'cursor' && range.list.isFixed;
  return readByCursor(range, { cursor, isCounted: tellsLength && style !== 'cursor', isOnePage });
}

/** Adds to a 404 the names that exist, read from their list. If the list fails, its failure is the answer. */
export async function addNames(
  upstream: Upstream,
  context: CallContext,
  refusal: Refusal,
  { list, as, read }: ListedNames,
): Promise<Refusal> {
  const idLine = 'notFound: key';
  const range = await readList({
    upstream,
    context,
    list,
    start: 0,
    end: MAX_LIST_NAMES,
    size: list.most,
    expected: 0,
    longest: Infinity,
    make: (items) => items.map(read),
    idOf: (item) => {
      const entry = read(item);
      return entry instanceof Mismatch ? undefined : entry?.[0];
    },
    idLine,
  });
  if (!range.ok) return range.failure;
  // A slug of v2 may be `__proto__`.
  const names = new Map<string, string>();
  for (const entry of range.value.made.flat()) {
    if (entry instanceof Mismatch) return refuseUnfit(entry, 'GET');
    if (entry === undefined) continue;
    if (names.has(entry[0])) return refuseAmbiguousId(idLine);
    names.set(...entry);
  }
  return { ...refusal, members: { [as]: Object.fromEntries(names) } };
}

/** The length of a list, and the largest page that v2 gives of it. */
export type ListExtent = Pick<Range<unknown>, 'total' | 'size'>;

export interface ListParts {
  /** Treatment of a row that cannot be translated: it refuses the page, or the page is answered without it. */
  readonly unfitRows: 'refuse' | 'leaveOut';
  readonly report: ReportEvent;
  /** Reports whether v1 says how long the list of a resource is. */
  readonly tellsLength: (resource: string) => boolean;
  readonly upstream: Upstream;
  /** The latest length and page size of callers' lists, by list and fingerprint. */
  readonly extents: {
    readonly get: (list: string) => ListExtent | undefined;
    readonly set: (list: string, extent: ListExtent) => unknown;
  };
}

/** Most left-out rows of one page that are named; the others are only counted. */
const MAX_NAMED_ROWS = 20;

interface BrokenRow {
  /** Index in the whole list, from 0. */
  readonly place: number;
  readonly id: string | undefined;
  readonly mismatch: Mismatch;
}

/** Returns the faulty place and the row for the operator: an id is no secret. */
function describeRow({ place: index, id, mismatch }: BrokenRow): string {
  const { path, expected, rule } = mismatch;
  const line = rule === undefined ? '' : ` (${rule})`;
  const row = `row ${index + 1}, ${id === undefined ? 'no id' : `id ${id}`}`;
  return `${path} is not ${expected}${line}, ${row}`;
}

/**
 * Computes the meta of a v1 page. A whole list has no meta. Past the end, `to` is the total: clients read on until it
 * is (observed). Left-out rows count, because their number on other pages is unknown.
 */
function metaOf({ style, start, size }: AskedPage, { count, total }: Range<unknown>, next?: string) {
  const rowsBefore = Math.min(start, total);
  const page = {
    current_page: Math.floor(start / size) + 1,
    from: count === 0 ? null : rowsBefore + 1,
    last_page: Math.max(1, Math.ceil(total / size)),
    per_page: size,
    to: total === 0 ? null : rowsBefore + count,
    total,
  };
  if (style === 'whole') return undefined;
  if (style === 'page') return page;
  return style === 'offset' ? { ...page, offset: start } : { per_page: size, next: next ?? null };
}

/** Names where the page after this one begins: undefined at the end of the list. */
function nextPageName({ style, start, size }: AskedPage, list: PagedList, range: WalkedRange<unknown>) {
  if (style === 'cursor' && list.style === 'cursor') return range.next && markCursor(range.next);
  const end = start + size;
  if (end >= range.total || style === 'whole') return undefined;
  if (style === 'cursor') return markCursor(String(end));
  return String(style === 'page' ? end / size + 1 : end);
}

type PrintedRows = ReturnType<typeof printItems>;

/** Returns the envelopes of items as bytes: a page joined as one text is a large object of V8, ten times slower. */
function printItems(
  items: readonly Json[],
  firstIndex: number,
  { operation: { answer }, askedQuery, values }: Task,
) {
  const envelopes: string[] = [];
  const brokenRows: BrokenRow[] = [];
  for (const [index, item] of items.entries()) {
    const printed = answer.print({ data: item }, askedQuery.hidden, values);
    if (printed.ok) envelopes.push(printed.value.data);
    else brokenRows.push({ place: firstIndex + index, id: answer.id?.read(item), mismatch: printed.failure });
  }
  return { bytes: Buffer.from(envelopes.join(',')), broken: brokenRows };
}

const joinQueries = (query: string, sent: string): string => (query === '' ? sent : `${query}&${sent}`);

/** The list as it is asked for at a path of the client's, and with a query of his. */
function addClientQuery(
  wholeList: PagedList,
  { operation, values, askedQuery: { sent, page } }: Task,
): PagedList {
  const path = operation.v2.path(values);
  const list = path === wholeList.path ? wholeList : { ...wholeList, path, template: wholeList.path };
  if (sent === undefined && page?.cursor === undefined) return list;
  const { refusal } = operation;
  return sent === undefined
    ? { ...list, refusal }
    : {
        ...list,
        refusal,
        query: (page, size) => joinQueries(list.query(page, size), sent),
        queryAfter: (cursor, size) => joinQueries(list.queryAfter(cursor, size), sent),
      };
}

const longestList = ({ style, size }: AskedPage): number => (style === 'whole' ? size : Infinity);

/** Returns what stands after the items of a list. */
const pageEnd = (meta: ReturnType<typeof metaOf>): Buffer =>
  Buffer.from(meta === undefined ? ']}' : `],"meta":${writeJson(meta)}}`);

const comma = Buffer.from(',');

const pathOf = (target = ''): string => target.split('?', 1)[0] ?? '';

/** Plans which items are read for a page of v1, and in which pages of v2. */
function planRange(
  { upstream, extents }: Pick<ListParts, 'upstream' | 'extents'>,
  task: Task,
  list: PagedList,
  askedPage: AskedPage,
) {
  const { operation, askedQuery, context } = task;
  const { start, size } = askedPage;
  // Other mappings may name another size.
  const name = [list.path, list.most, context.caller.fingerprint, askedQuery.sent].join(' ').trimEnd();
  const { total: expected, size: most } = extents.get(name) ?? { total: 0, size: list.most };
  // What is read from the beginning comes in the largest pages.
  const wantedCount = list.isFixed ? most : Math.min(list.style === 'cursor' ? start + size : size, most);
  const request: RangeRequest<PrintedRows> = {
    upstream,
    context,
    list,
    start,
    end: start + size,
    size: wantedCount,
    expected,
    longest: longestList(askedPage),
    make: (items, firstIndex) => printItems(items, firstIndex, task),
    idOf: (item) => operation.answer.id?.read(item),
    idLine: `envelope.id: ${operation.answer.id?.path.replace(/^data\./, '') ?? ''}`,
  };
  /** Remembers how long the list was, and how large the pages of v2 were, for the next request. */
  const learnExtent = ({ total, size: read }: Pick<Range<PrintedRows>, 'total' | 'size'>): void =>
    void extents.set(name, { total, size: read < wantedCount ? read : most });
  return { request, learn: learnExtent };
}

/** Assembles a v1 page from the v2 pages that cover it, and translates every item. */
export async function assemblePage(
  listParts: ListParts,
  task: Task,
  wholeList: PagedList,
): Promise<Result<V1Success, Refusal>> {
  const { unfitRows, report, tellsLength } = listParts;
  const { operation, askedQuery, context } = task;
  const list = addClientQuery(wholeList, task);
  const firstPage: AskedPage = { style: 'page', start: 0, size: list.most, asks: () => '' };
  const { page: askedPage = firstPage } = askedQuery;
  const { request, learn } = planRange(listParts, task, list, askedPage);
  const range = await readList(request, askedPage, tellsLength(operation.resource));
  if (!range.ok) return range;
  if (range.value.total > request.longest) return failure(tooLongList);
  learn(range.value);
  const rows = range.value.made.flatMap(({ broken }) => broken).map(describeRow);
  const envelopes = range.value.made.flatMap(({ bytes }) => (bytes.length === 0 ? [] : [comma, bytes]));
  const [detail] = rows;
  if (detail !== undefined) {
    // An empty page would say that the list is empty.
    if (unfitRows === 'refuse' || envelopes.length === 0) return failure({ code: 'upstreamUnfit', detail });
    const leftOut = { operation: operation.name, count: rows.length, rows: rows.slice(0, MAX_NAMED_ROWS) };
    report({ kind: 'rowsLeftOut', ...leftOut });
  }
  const next = nextPageName(askedPage, list, range.value);
  const meta = metaOf(askedPage, range.value, next);
  const body = [Buffer.from('{"data":['), ...envelopes.slice(1), pageEnd(meta)];
  const { headers } = range.value;
  const target = next === undefined ? undefined : `${pathOf(context.target)}?${askedPage.asks(next)}`;
  return success({ headers, printed: { body }, next: target });
}
