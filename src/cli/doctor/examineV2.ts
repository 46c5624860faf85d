import { randomBytes } from 'node:crypto';
import type { Clock } from '../../contract/clock';
import { createIndexNames } from '../../gateway/lookup/lookupQuestion';
import type { IndexCount } from '../../gateway/lookup/indexStore';
import { createMemoryIndex } from '../../gateway/lookup/memoryIndex';
import { readItems } from '../../gateway/lookup/v2ListPages';
import { scanPartition } from '../../gateway/lookup/readPartition';
import type { Refusal } from '../../gateway/refusal';
import type { LookupIndex } from '../../mapping/compile/compiledOperation';
import { failure, type Result } from '../../contract/result';
import { answeringLists, type PageReader, pageReader, probeIndex, probeList } from './probeLists';
import { type Finding, type FindingMaker, findingsAbout } from './doctorFindings';
import { type Caller, passKeysOn } from '../../gateway/keys/clientKeys';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { createService, examineService, type Service } from './examineService';
import { listEvidence, type Probed } from './listEvidence';
import { probeRead, readsById } from './probeReads';

/** Result of a scan of the whole list. */
interface CountedItems extends IndexCount {
  readonly outcome: Result<'complete', Refusal>;
  /** Count of items that the list itself states. */
  readonly total: number;
  readonly pages: number;
}

/** Longest time (ms) for reading the whole list. */
const LIMIT = 60_000;
const MOST_ITEMS = 200_000;

/** Reads the whole list of an index as the gateway would, into an index that is thrown away. */
async function countItems(
  read: PageReader,
  index: LookupIndex,
  { clock, pageBudget }: { readonly clock: Clock; readonly pageBudget: number },
): Promise<CountedItems> {
  const store = createMemoryIndex(MOST_ITEMS);
  const names = createIndexNames(randomBytes(32));
  const partition = names.partition(index, 'doctor');
  const until = clock.steady() + LIMIT;
  let total = 0;
  let pages = 0;
  const outcome = await scanPartition({
    partition,
    store,
    now: clock.now,
    readPage: async (number) => {
      if (clock.steady() > until)
        return failure({ code: 'upstreamTimeout', detail: `not read through in ${LIMIT / 1000} s` });
      const page = await read(number);
      pages += 1;
      if (page.ok) ({ total } = page.value);
      return page;
    },
    readItems: (page) => readItems(page, index, partition, names),
    found: () => undefined,
    freshMs: Infinity,
    pageBudget,
  });
  return { ...(await store.count(partition)), outcome, total, pages };
}

/** Reports whether the items of a list can be looked up. */
function checkItems(counted: CountedItems, key: string, says: FindingMaker): Finding[] {
  const { outcome, offers, total, pages, unkeyed, duplicates } = counted;
  const read = outcome.ok ? `all ${offers}` : `${offers} of ${total}`;
  const findings: Finding[] = [];
  if (!outcome.ok) {
    const { code, detail = '' } = outcome.failure;
    findings.push(
      says.warning(
        `the list was read to item ${offers} of ${total}: ${code} ${detail}`.trimEnd(),
        'what is not found yet is answered 503 until the list has been read through; see index.pageBudget',
      ),
    );
  }
  if (unkeyed > 0) {
    findings.push(
      says.warning(
        `${unkeyed} of ${offers} have no ${key}: v1 cannot find them by one`,
        'ask for them by id',
      ),
    );
  }
  if (duplicates > 0) {
    findings.push(
      says.warning(
        `${duplicates} of ${offers} share their ${key} with another: the preferred one wins, then the newest`,
        'remove the ones that are not meant',
      ),
    );
  }
  return [
    says.ok(`${read} read on ${pages} pages, ${offers - unkeyed} of them can be found by ${key}`),
    ...findings,
  ];
}

/** Parameters of examineV2. */
interface V2Visit {
  readonly origin: string;
  readonly mappings: Pick<Mappings, 'operations' | 'ledgers' | 'wire' | 'profile'>;
  /** The operator's key; absent: only reads without a key are checked. */
  readonly key: string | undefined;
  readonly pageBudget: number;
  readonly clock: Clock;
}

/** Receives findings as soon as they are made. */
export type NotifyFindings = (findings: readonly Finding[]) => void;

const failed = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');

function indexesOf({ operations }: V2Visit['mappings']): readonly LookupIndex[] {
  const indexes = operations.flatMap(({ lookup }) => (lookup === undefined ? [] : [lookup.index]));
  return [...new Map(indexes.map((index) => [index.name, index])).values()];
}

const fine = (findings: readonly Finding[]): boolean => findings.every(({ severity }) => severity === 'ok');

/** Tries every read that the mappings rely on. */
async function probe(
  service: Service,
  visit: V2Visit,
  caller: Caller,
  notify: NotifyFindings,
): Promise<Probed> {
  const { mappings, clock, pageBudget } = visit;
  const { operations } = mappings;
  const probed = new Map<string, boolean>();
  const note = (endpoint: string, findings: readonly Finding[]) => {
    notify(findings);
    probed.set(endpoint, (probed.get(endpoint) ?? true) && fine(findings));
  };
  for (const index of indexesOf(mappings)) {
    const says = findingsAbout(`index ${index.name}`);
    const read = pageReader(service, caller, index, clock);
    const findings = await probeIndex(read, index, says);
    note(`GET ${index.path}`, findings);
    if (!failed(findings))
      notify(checkItems(await countItems(read, index, { clock, pageBudget }), index.name, says));
  }
  for (const answering of answeringLists(operations)) {
    const { path, query, most } = answering.list;
    const read = pageReader(service, caller, { path, query: (page) => query(page, most) }, clock);
    note(`GET ${path}`, await probeList(read, answering, findingsAbout(`GET ${path}`)));
  }
  for (const operation of readsById(operations)) {
    const endpoint = `GET ${operation.v2.template}`;
    note(endpoint, await probeRead(service, caller.key, operation, findingsAbout(endpoint)));
  }
  return probed;
}

/** Checks that v2 can be reached, accepts the key, and behaves as the mappings assume. Sends only reads. */
export async function examineV2(visit: V2Visit, notify: NotifyFindings): Promise<void> {
  const { origin, mappings, key, clock } = visit;
  const says = findingsAbout('v2');
  const service = createService(origin, mappings.wire, clock);
  try {
    const [index] = indexesOf(mappings);
    const path =
      index === undefined ? (mappings.profile.v2.probe ?? '/v2') : `${index.path}?${index.query(1)}`;
    const reached = await examineService(service, { origin, path, key }, clock, says);
    notify(reached);
    const caller = passKeysOn.identify(key === undefined ? undefined : `Bearer ${key}`);
    const usable = caller !== undefined && !failed(reached);
    const probed = usable ? await probe(service, visit, caller, notify) : undefined;
    if (caller === undefined && !failed(reached)) {
      notify([says.warning('not tried from inside: no key', 'name the variable of one with --key-env')]);
    }
    notify(listEvidence(mappings, probed));
  } finally {
    await service.close();
  }
}
