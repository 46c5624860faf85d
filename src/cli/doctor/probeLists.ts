import { type Result, success } from '../../contract/result';
import type { Clock } from '../../contract/clock';
import type { Caller } from '../../gateway/keys/clientKeys';
import { type ListPage, readPage } from '../../gateway/lookup/v2ListPages';
import type { Refusal } from '../../gateway/refusal';
import type { Service } from './examineService';
import type { LookupIndex, Operation, PagedList } from '../../mapping/compile/compiledOperation';
import type { Finding, FindingMaker } from './doctorFindings';
import type { Json } from '../../contract/json';
import { Mismatch } from '../../mapping/translate/madeValue';

/** Reads one page of a list, as a scan of the gateway does. */
export type PageReader = (page: number) => Promise<Result<ListPage, Refusal>>;

/** Creates a reader of a list's pages with a key. */
export function pageReader(
  service: Service,
  caller: Caller,
  list: Parameters<typeof readPage>[2],
  clock: Clock,
): PageReader {
  const unwatched = { watch: () => undefined, began: () => 0, ended: () => undefined };
  return (page) => {
    const deadlineAt = clock.steady() + service.deadlineMs;
    return readPage(service.call, { id: 'doctor', caller, deadlineAt, ...unwatched }, list, page);
  };
}

const idsOf = (page: ListPage, index: LookupIndex): string[] =>
  page.items.flatMap((item) => index.read(item)?.id ?? []);

const descends = (ids: readonly string[]): boolean =>
  ids.every((id, index) => index === 0 || Number(id) < Number(ids[index - 1]));

function sizeFinding(page: ListPage, index: LookupIndex, says: FindingMaker): Finding[] {
  const askedSize = new URLSearchParams(index.query(1)).get('per_page');
  if (askedSize === null || Number(askedSize) === page.size) return [];
  return [
    says.warning(
      `${index.path} gives ${page.size} per page and was asked for ${askedSize}`,
      'set `per_page` of the index to the limit of the service: scans are counted in pages',
    ),
  ];
}

function orderFinding(ids: readonly string[], index: LookupIndex, says: FindingMaker): Finding[] {
  if (new URLSearchParams(index.query(1)).get('sort') !== '-id' || descends(ids)) return [];
  return [
    says.error(
      `${index.path} is not sorted newest first, as it was asked to be`,
      'do not trust a 404 of a lookup: items are missed while others come and go',
    ),
  ];
}

function readableFinding(items: number, read: number, says: FindingMaker): Finding[] {
  if (items === read) return [];
  return [
    says.error(
      `${items - read} of ${items} items have no id that can be read`,
      'lookups are answered 502 until they have',
    ),
  ];
}

/** Reads the first pages of a list, as many as the checks need. */
async function firstPages(read: PageReader): Promise<Result<readonly ListPage[], Refusal>> {
  const firstPage = await read(1);
  if (!firstPage.ok) return firstPage;
  if (firstPage.value.last <= 1) return success([firstPage.value]);
  const second = await read(2);
  return second.ok ? success([firstPage.value, second.value]) : second;
}

/** Checks the facts that the scan of a list relies on: envelope, paging, page size, order, readable items. */
export async function probeIndex(
  read: PageReader,
  index: LookupIndex,
  says: FindingMaker,
): Promise<Finding[]> {
  const pages = await firstPages(read);
  if (!pages.ok) {
    const { code, detail = '' } = pages.failure;
    const message = `${index.path} cannot be read as a list: ${code} ${detail}`.trimEnd();
    return [says.error(message, 'lookups are answered 5xx until it can')];
  }
  const ids = pages.value.flatMap((page) => idsOf(page, index));
  const items = pages.value.reduce((sum, page) => sum + page.items.length, 0);
  const findings = [
    ...pages.value.slice(0, 1).flatMap((page) => sizeFinding(page, index, says)),
    ...orderFinding(ids, index, says),
    ...readableFinding(items, ids.length, says),
  ];
  return findings.length > 0 ? findings : [says.ok(`${index.path} pages and sorts as the index relies on`)];
}

/** A v2 list that answers v1 clients, and the check of its items. */
interface AnsweringList {
  readonly list: PagedList;
  /** Path in the item that violates the contract; undefined if none does. */
  readonly misfit: (item: Json) => string | undefined;
}

function listOf({ list, answer }: Operation): AnsweringList[] {
  if (list === undefined) return [];
  const misfit = (item: Json) => {
    const translated = answer.read({ data: item });
    return translated.ok ? undefined : translated.failure.path;
  };
  return [{ list, misfit }];
}

function namesOf({ namesKnown }: Operation): AnsweringList[] {
  if (namesKnown === undefined) return [];
  const misfit = (item: Json) => {
    const read = namesKnown.read(item);
    return read instanceof Mismatch ? read.path : undefined;
  };
  return [{ list: namesKnown.list, misfit }];
}

/** Collects the lists that answer v1 clients, one for each v2 path. */
export function answeringLists(operations: readonly Operation[]): readonly AnsweringList[] {
  const all = operations.flatMap((operation) => [...listOf(operation), ...namesOf(operation)]);
  return [...new Map(all.map((answeringList) => [answeringList.list.path, answeringList])).values()];
}

/** Reads the largest first page of a list and checks every item against the contract. */
export async function probeList(
  read: PageReader,
  { list, misfit }: AnsweringList,
  says: FindingMaker,
): Promise<Finding[]> {
  const page = await read(1);
  if (!page.ok) {
    const { code, detail = '' } = page.failure;
    return [
      says.error(`cannot be read as a list: ${code} ${detail}`.trimEnd(), 'v1 clients get what v2 answers'),
    ];
  }
  const { size, items } = page.value;
  if (size !== list.most) {
    const message = `gives ${size} per page and was asked for ${list.most}: v1 clients are answered 502`;
    return [says.error(message, 'set `most` in the mapping to the limit of the service')];
  }
  const places = items.flatMap((item) => misfit(item) ?? []);
  if (places.length === 0)
    return [says.ok(`pages as the mapping relies on; ${items.length} items fit the contract`)];
  const [firstPlace = ''] = places;
  return [
    says.error(
      `${places.length} of ${items.length} items do not fit the contract, the first at ${firstPlace}: v1 clients are answered 502`,
      'compare it with src/contract/v2, and the mapping with it',
    ),
  ];
}
