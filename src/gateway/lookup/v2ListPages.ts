import { z } from 'zod';
import { failure, type Result, success } from '../../contract/result';
import { dataOf, isJsonObject, type Json } from '../../contract/json';
import type { PagedList, PageStyle } from '../../mapping/compile/compiledOperation';
import { digitsOf } from '../../mapping/codecs/exactDecimal';
import { Mismatch } from '../../mapping/translate/madeValue';
import type { CallContext } from '../context';
import { callUpstream, type Upstream } from '../upstream';
import type { ProblemCode } from '../problems';
import { isRefusal, readAnswer, type ReceivedAnswer, refuseUnfit } from '../receiveAnswer';
import type { Refusal } from '../refusal';
import { entryOf, type IndexNames, type LookupDeclaration } from './lookupQuestion';
import type { IndexedOffer } from './indexStore';

export interface ListPage {
  /** Counted from 1. */
  readonly number: number;
  /** Number of the last page; without a count, the next page as long as pages are full. */
  readonly last: number;
  /** Items in the whole list; without a count, items up to the end of this page. */
  readonly total: number;
  /** False for a list that does not say its length. */
  readonly isCounted: boolean;
  /** Most items on a page. */
  readonly size: number;
  readonly items: readonly Json[];
  /** Name of the next page. It is absent if it has none. */
  readonly next?: string;
}

/** Reads a whole number, also written as text (v2 has drifted so). Null counts as absent. */
const readNumber = (value: unknown): unknown => {
  const digits = digitsOf(value as Json | undefined);
  return digits === undefined ? (value ?? undefined) : Number(digits);
};
const numeral = (least: number) => z.preprocess(readNumber, z.int().min(least));
const optionalNumeral = (least: number) => z.preprocess(readNumber, z.int().min(least).optional());

/** The observed envelope of a list; the spec shows none. */
const envelope = z.object({
  // Any JSON: `z.array` would copy a list item by item.
  data: z.custom<readonly Json[]>(Array.isArray),
  meta: z.object({
    current_page: numeral(1),
    last_page: optionalNumeral(0),
    per_page: numeral(1),
    total: optionalNumeral(0),
    // A cursor that is text stays as it is, even one of digits: `0052` and `52` are two cursors.
    next: z.preprocess(
      (value) => (typeof value === 'string' ? value : (digitsOf(value as Json | undefined) ?? value)),
      z.string().min(1).optional().catch(undefined),
    ),
  }),
});

/** Style and size of pages whose answer need not say which they are. */
interface SilentPages {
  readonly style: PageStyle;
  readonly size: number;
}

/** Returns how to read the pages of a list, where they need not say which they are. */
export const silentPages = (list: PagedList, size: number): { readonly silent?: SilentPages } =>
  list.isSilent ? { silent: { style: list.style, size } } : {};

/** Fills in from the request what the answer does not say. */
function completePage(body: Json, number: number, { size, style }: SilentPages): Json {
  const data = dataOf(body);
  if (!isJsonObject(body) || !Array.isArray(data)) return body;
  const { offset, ...pageMeta } = isJsonObject(body['meta']) ? body['meta'] : {};
  const isElsewhere =
    style === 'offset' && offset !== undefined && digitsOf(offset) !== String((number - 1) * size);
  const current_page = isElsewhere ? null : number;
  return style === 'whole'
    ? { data, meta: { per_page: Math.max(1, data.length), current_page, last_page: 1, ...pageMeta } }
    : { data, meta: { per_page: size, current_page, ...pageMeta } };
}

/** Reports whether a page has as many items as it says itself. Only the last page may be short. */
function isFullPage({ number, last, size, total, isCounted, next, items: { length } }: ListPage): boolean {
  if (next !== undefined && length < size) return false;
  if (isCounted) return length === Math.min(size, Math.max(0, total - (number - 1) * size));
  return length === size || (length < size && number >= last);
}

/** Computes the missing numbers of a list from the items on the page. */
function pageOf({ data: items, meta }: z.output<typeof envelope>): ListPage {
  const { current_page: number, per_page: size, last_page: last, next } = meta;
  const isCounted = meta.total !== undefined;
  const total = meta.total ?? (number - 1) * size + items.length;
  const reach = isCounted ? Math.ceil(total / size) : number + (items.length < size ? 0 : 1);
  const named = next === undefined ? {} : { next };
  return { number, last: last ?? reach, total, isCounted, size, items, ...named };
}

/** What v2 says in place of the next page where there is none. */
const NO_NEXT_PAGE: readonly unknown[] = [undefined, null, false, ''];

/** Reports whether v2 names a next page in a form that cannot be read: taken for the end, later items would be lost. */
function isNextUnreadable({ next }: ListPage, body: Json): boolean {
  const meta = isJsonObject(body) ? body['meta'] : undefined;
  return next === undefined && isJsonObject(meta) && !NO_NEXT_PAGE.includes(meta['next']);
}

/** Recognizes a page that is a whole list, as far as it says. */
const isWholeList = ({ number, last, next, total, items }: ListPage): boolean =>
  number === 1 && last <= 1 && next === undefined && total === items.length;

/** Checks a page without a place of its own: a whole list, or a page by a cursor. */
function checkUnnumbered(page: ListPage, style: 'whole' | 'cursor', body: Json): Result<ListPage, Mismatch> {
  if (isNextUnreadable(page, body)) return failure(new Mismatch('meta.next', 'the name of a page'));
  const isFit = style === 'cursor' || isWholeList(page);
  return isFit ? success(page) : failure(new Mismatch('data', 'the whole list'));
}

function misfitOf({ issues: [issue] }: z.ZodError): Mismatch {
  return new Mismatch(issue?.path.join('.') ?? '', 'list page');
}

/** Reads a page of a v2 list. If a page that contradicts itself were believed, the index could deny a login. */
export function readListPage(
  body: Json,
  askedPage: number,
  silent?: SilentPages,
): Result<ListPage, Mismatch> {
  const parsed = envelope.safeParse(silent === undefined ? body : completePage(body, askedPage, silent));
  if (!parsed.success) return failure(misfitOf(parsed.error));
  const page = pageOf(parsed.data);
  const { number, size, total } = page;
  const { style } = silent ?? {};
  if (style === 'whole' || style === 'cursor') return checkUnnumbered(page, style, body);
  if (number !== askedPage) return failure(new Mismatch('meta.current_page', 'the page asked for'));
  if (page.last * size < total) return failure(new Mismatch('meta.last_page', 'enough for meta.total'));
  if (!isFullPage(page)) return failure(new Mismatch('data', 'as many items as meta counts'));
  return success(page);
}

/** Problems of a list that are passed on. A 404 is not among them: a missing list does not mean a missing login. */
const passedOn: readonly ProblemCode[] = ['unauthenticated', 'forbidden', 'rateLimited'];

/** Problems of a list that are passed on as well where parameters of the client went with the call. */
const clientFaults: readonly ProblemCode[] = ['badRequest', 'invalid'];

/** Reports whether a client gets a refusal of a list as it is. A list below a resource is missing when that is. */
function isPassedOn(code: ProblemCode, { template, refusal }: Parameters<typeof readPage>[2]): boolean {
  if (code === 'notFound') return template !== undefined;
  return passedOn.includes(code) || (refusal !== undefined && clientFaults.includes(code));
}

/** A page of a list, and its rate-limit headers. */
export type ReadPage = ListPage & Pick<ReceivedAnswer, 'headers'>;

/** Reads one page of a list. `size` is the known page size that is asked for. */
export async function readPage(
  upstream: Upstream,
  context: CallContext,
  list: Pick<LookupDeclaration['index'], 'path' | 'query'> & {
    readonly template?: string | undefined;
    readonly size?: number;
    readonly silent?: SilentPages;
    readonly refusal?: PagedList['refusal'];
  },
  page: number,
): Promise<Result<ReadPage, Refusal>> {
  const path = `${list.path}?${list.query(page)}`.replace(/\?$/, '');
  const outcome = await callUpstream(upstream, context, { method: 'GET', path });
  const receivedPage = readAnswer(outcome, { method: 'GET' }, list.refusal);
  if (!receivedPage.ok) {
    const refused = outcome.ok && isRefusal(outcome.value.status);
    const { code, text } = receivedPage.failure;
    if (!refused || isPassedOn(code, list) || text !== undefined) return receivedPage;
    return failure({ ...receivedPage.failure, code: 'upstreamRefused' });
  }
  const { headers, body } = receivedPage.value;
  context.watch(`GET ${list.template ?? list.path}`, body, list.size);
  const read = readListPage(body, page, list.silent);
  if (!read.ok) return failure(refuseUnfit(read.failure, 'GET'));
  return success({ ...read.value, headers });
}

/** Returns the entries of a list page, with logins turned into HMACs at once. An unreadable item is undefined. */
export const readItems = (
  page: ListPage,
  index: LookupDeclaration['index'],
  partition: string,
  names: IndexNames,
): readonly (IndexedOffer | undefined)[] =>
  page.items.map((json) => {
    const item = index.read(json);
    return item && entryOf(item, partition, names);
  });

/**
 * Decides where a pass continues, so that no offer is missed while others come and go. The list is sorted newest first:
 * a new offer moves all others to later pages, which at worst shows some twice. A deletion moves them to earlier pages,
 * past the reader, by at most as many items as the total shrank: the pass steps back that far. A page that was read
 * before its predecessor, and before a new offer came, shows a smaller total too, and is read again.
 *
 * Not seen: a creation and a deletion between two pages that are read at the same time (the totals agree).
 */
export function nextPageOf(
  total: number | null,
  page: ListPage,
): { readonly nextPage: number; readonly done: boolean } {
  const shrunk = total === null ? 0 : total - page.total;
  if (shrunk <= 0) return { nextPage: page.number + 1, done: page.number >= page.last };
  return { nextPage: Math.max(1, page.number - Math.ceil(shrunk / page.size)), done: false };
}
