import type { Clock } from '../../contract/clock';
import { dataOf, isJsonObject, type Json } from '../../contract/json';
import { type Result, success } from '../../contract/result';
import type { Caller } from '../../gateway/keys/clientKeys';
import { type ListPage, readPage } from '../../gateway/lookup/v2ListPages';
import type { Refusal } from '../../gateway/refusal';
import type { LookupIndex, Operation, PagedList } from '../../mapping/compile/compiledOperation';
import { Mismatch } from '../../mapping/translate/madeValue';
import { type CheckRun, type CheckSteps, error, okFinding, warning } from './doctorFindings';
import { CALL_MS, type Service } from './examineService';
import { readJsonBytes } from '../../gateway/checkRequest';
import type { UpstreamAnswer } from '../../gateway/upstream';

/** Reads one page of a list, as a scan of the gateway does. */
export type PageReader = (page: number) => Promise<Result<ListPage, Refusal>>;

/** Creates a reader of a list's pages with a key. */
export function createProbePageReader(
  service: Service,
  caller: Caller,
  list: Parameters<typeof readPage>[2],
  clock: Clock,
): PageReader {
  const unwatched = { watch: () => undefined, beginCall: () => 0, endCall: () => undefined };
  return (page) =>
    readPage(
      service.call,
      { id: 'doctor', caller, deadlineAt: clock.steady() + CALL_MS, ...unwatched },
      list,
      page,
    );
}

const refusalText = ({ code, detail = '' }: Refusal): string => `${code} ${detail}`.trimEnd();

/** Reads the first pages of a list, as many as the checks need. */
async function firstPages(read: PageReader): Promise<Result<readonly ListPage[], Refusal>> {
  const firstPage = await read(1);
  if (!firstPage.ok) return firstPage;
  if (firstPage.value.last <= 1) return success([firstPage.value]);
  const second = await read(2);
  return second.ok ? success([firstPage.value, second.value]) : second;
}

/** Checks page size, order and readable items of a list against what the scan of it relies on. */
function* checkPages(pages: readonly ListPage[], index: LookupIndex): CheckSteps {
  const query = new URLSearchParams(index.query(1));
  const items = pages.flatMap((page) => page.items);
  const ids = items.flatMap((item) => index.read(item)?.id ?? []);
  const [askedSize, size] = [query.get('per_page'), pages[0]?.size];
  if (askedSize !== null && Number(askedSize) !== size)
    yield warning(
      `${index.path} gives ${size} per page and was asked for ${askedSize}`,
      'set `per_page` of the index to the limit of the service: scans are counted in pages',
    );
  const descends = ids.every((id, position) => position === 0 || Number(id) < Number(ids[position - 1]));
  if (query.get('sort') === '-id' && !descends)
    yield error(
      `${index.path} is not sorted newest first, as it was asked to be`,
      'do not trust a 404 of a lookup: items are missed while others come and go',
    );
  if (items.length !== ids.length)
    yield error(
      `${items.length - ids.length} of ${items.length} items have no id that can be read`,
      'lookups are answered 502 until they have',
    );
}

/** Checks the facts that the scan of a list relies on: envelope, paging, page size, order, readable items. */
export async function* probeIndex(read: PageReader, index: LookupIndex): CheckRun {
  const pages = await firstPages(read);
  if (!pages.ok)
    return yield error(
      `${index.path} cannot be read as a list: ${refusalText(pages.failure)}`,
      'lookups are answered 5xx until it can',
    );
  const findings = [...checkPages(pages.value, index)];
  yield* findings.length > 0 ? findings : [okFinding(`${index.path} pages and sorts as the index relies on`)];
}

/** A v2 list that answers v1 clients, and the check of its items. */
interface AnsweringList {
  readonly list: PagedList;
  /** Path in the item that violates the contract. It is undefined if none does. */
  readonly misfit: (item: Json) => string | undefined;
}

/** Collects the lists that answer v1 clients, one for each v2 path; one below a resource cannot be read unasked. */
export function answeringLists(operations: readonly Operation[]): readonly AnsweringList[] {
  const all = operations.flatMap(({ list, answer, namesKnown }): readonly AnsweringList[] => {
    const ofItem = (item: Json) => {
      const translated = answer.read({ data: item });
      return translated.ok ? undefined : translated.failure.path;
    };
    const ofName = (item: Json) => {
      const read = namesKnown?.read(item);
      return read instanceof Mismatch ? read.path : undefined;
    };
    const lists = [list && { list, misfit: ofItem }, namesKnown && { list: namesKnown.list, misfit: ofName }];
    return lists.filter((answeringList) => answeringList !== undefined);
  });
  const readable = all.filter(({ list }) => !list.path.includes('{'));
  return [...new Map(readable.map((answeringList) => [answeringList.list.path, answeringList])).values()];
}

/** Reads the largest first page of a list and checks every item against the contract. */
export async function* probeList(read: PageReader, { list, misfit }: AnsweringList): CheckRun {
  const page = await read(1);
  if (!page.ok)
    return yield error(
      `cannot be read as a list: ${refusalText(page.failure)}`,
      'v1 clients get what v2 answers',
    );
  const { size, items } = page.value;
  if (list.style !== 'whole' && size !== list.most)
    return yield error(
      `gives ${size} per page and was asked for ${list.most}: v1 clients are answered 502`,
      'set `most` in the mapping to the limit of the service',
    );
  const [firstPlace, ...otherPlaces] = items.flatMap((item) => misfit(item) ?? []);
  if (firstPlace === undefined)
    return yield okFinding(`pages as the mapping relies on; ${items.length} items fit the contract`);
  yield error(
    `${otherPlaces.length + 1} of ${items.length} items do not fit the contract, the first at ${firstPlace}: v1 clients are answered 502`,
    'compare it with src/contract/v2, and the mapping with it',
  );
}

/** An identifier that no thing has. */
const NOBODY = '999999999999999';

const bodyOf = ({ body }: UpstreamAnswer): Json | undefined => {
  const read = readJsonBytes(body, 'drop');
  return read.ok ? read.value : undefined;
};

const readsOne = ({ v1, v2, lookup, calls }: Operation): boolean =>
  v2.method === 'GET' &&
  calls === undefined &&
  /^[^{}]+\/\{\w+\}$/.test(v2.template) &&
  (lookup !== undefined || v1.parameters.some(({ type }) => type === 'integer'));

/** Collects the operations that read one thing by its id, one for each v2 endpoint. */
export function readsById(operations: readonly Operation[]): readonly Operation[] {
  const reads = operations.filter(readsOne);
  return [...new Map(reads.map((operation) => [operation.v2.template, operation])).values()];
}

/** The service, the key, and the lists of ids by which single things are read. */
interface ReadProbe {
  readonly service: Pick<Service, 'read'>;
  readonly key: string;
  readonly lists: readonly AnsweringList[];
}

async function* probeMissing({ service, key }: ReadProbe, { v2 }: Operation): CheckRun {
  const outcome = await service.read(v2.template.replace(/\{\w+\}$/, NOBODY), key);
  if (!outcome.ok) return yield error(`no complete answer (${outcome.failure.kind})`, 'run this again');
  const body = bodyOf(outcome.value);
  const { status } = outcome.value;
  if (status === 404 && isJsonObject(body) && typeof body['message'] === 'string') return;
  const instead = status === 404 ? ' without a message' : ', not 404';
  yield warning(
    `what does not exist is answered ${status}${instead}`,
    'v1 clients get what the table of problems makes of it: see src/gateway/receiveAnswer.ts',
  );
}

/** Finds an id that the list of an operation shows, asked for as the mapping does where it reads that list. */
async function someId(
  { service, key, lists }: ReadProbe,
  listPath: string,
  { answer }: Operation,
): Promise<string | undefined> {
  const mappedList = lists.find(({ list: { path } }) => path === listPath);
  const list = await service.read(`${listPath}?${mappedList?.list.query(1, 1) ?? 'page=1&per_page=1'}`, key);
  const data = list.ok && list.value.status === 200 ? dataOf(bodyOf(list.value)) : undefined;
  return Array.isArray(data) ? answer.id?.read(data[0]) : undefined;
}

/** Reads one present resource of an operation, and checks that its answer fits the contract. */
async function* probePresent(visit: ReadProbe, operation: Operation): CheckRun {
  const { service, key } = visit;
  const { v1, v2, answer } = operation;
  const listPath = v2.template.replace(/\/\{\w+\}$/, '');
  const id = await someId(visit, listPath, operation);
  if (id === undefined)
    return yield warning(`${listPath} names none to read`, 'run this again once there is one');
  const outcome = await service.read(v2.template.replace(/\{\w+\}$/, id), key);
  if (!outcome.ok) return yield error(`no complete answer (${outcome.failure.kind})`, 'run this again');
  const { status } = outcome.value;
  if (status !== 200)
    return yield error(
      `answered ${status}, not 200`,
      'v1 clients are answered 502 unless it holds the answer',
    );
  const body = bodyOf(outcome.value);
  const read =
    body === undefined
      ? undefined
      : answer.read(body, [], Object.fromEntries(v1.parameters.map(({ name }) => [name, id])));
  if (read?.ok === true) return;
  const path = read === undefined ? 'the body' : read.failure.path;
  yield error(
    `${path} does not fit the contract: v1 clients are answered 502`,
    'compare it with src/contract/v2, and the mapping with it',
  );
}

/** Reads one thing that exists and one that does not, as an operation would. */
export async function* probeRead(visit: ReadProbe, operation: Operation): CheckRun {
  let isFine = true;
  for (const probe of [probePresent, probeMissing])
    for await (const finding of probe(visit, operation)) {
      isFine = false;
      yield finding;
    }
  if (isFine) yield okFinding('reads as the mapping relies on, and answers 404 for what is not there');
}
