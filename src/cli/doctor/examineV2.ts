import { randomBytes } from 'node:crypto';
import { type Clock, MINUTE_MS } from '../../contract/clock';
import { failure } from '../../contract/result';
import { type Caller, passKeysOn } from '../../gateway/keys/clientKeys';
import { createIndexNames } from '../../gateway/lookup/lookupQuestion';
import { createMemoryIndex } from '../../gateway/lookup/indexStore';
import { scanPartition } from '../../gateway/lookup/readPartition';
import { readItems, silentPages } from '../../gateway/lookup/v2ListPages';
import type { LookupIndex } from '../../mapping/compile/compiledOperation';
import type { Mappings } from '../../mapping/compile/loadMappings';
import {
  type Check,
  type CheckRun,
  type CheckSteps,
  type Finding,
  type Severities,
  withSubject,
  okFinding,
  warning,
} from './doctorFindings';
import { createService, examineService, type Service } from './examineService';
import {
  probeRead,
  readsById,
  answeringLists,
  type PageReader,
  createProbePageReader,
  probeIndex,
  probeList,
} from './probeV2';

/** Longest time (ms) for reading the whole list. */
const MAX_SCAN_MS = MINUTE_MS;
const MAX_ITEMS = 200_000;

/** Reads the whole list of an index as the gateway would, into an index that is thrown away. */
async function* checkItems(
  read: PageReader,
  index: LookupIndex,
  { clock, pageBudget }: Pick<V2Visit, 'clock' | 'pageBudget'>,
): CheckRun {
  const store = createMemoryIndex(MAX_ITEMS);
  const names = createIndexNames(randomBytes(32));
  const partition = names.partition(index, 'doctor');
  const until = clock.steady() + MAX_SCAN_MS;
  let [total, pages] = [0, 0];
  const outcome = await scanPartition({
    partition,
    store,
    now: clock.now,
    readPage: async (number) => {
      if (clock.steady() > until)
        return failure({ code: 'upstreamTimeout', detail: `not read through in ${MAX_SCAN_MS / 1000} s` });
      const page = await read(number);
      pages += 1;
      if (page.ok) ({ total } = page.value);
      return page;
    },
    readItems: (page) => readItems(page, index, partition, names),
    wakeWinners: () => undefined,
    freshMs: Infinity,
    pageBudget,
  });
  const { offers, unkeyed, duplicates } = await store.count(partition);
  const { name: key } = index;
  const readText = outcome.ok ? `all ${offers}` : `${offers} of ${total}`;
  yield okFinding(`${readText} read on ${pages} pages, ${offers - unkeyed} of them can be found by ${key}`);
  if (!outcome.ok) {
    const { code, detail = '' } = outcome.failure;
    yield warning(
      `the list was read to item ${offers} of ${total}: ${code} ${detail}`.trimEnd(),
      'what is not found yet is answered 503 until the list has been read through; see index.pageBudget',
    );
  }
  if (unkeyed > 0)
    yield warning(`${unkeyed} of ${offers} have no ${key}: v1 cannot find them by one`, 'ask for them by id');
  if (duplicates > 0)
    yield warning(
      `${duplicates} of ${offers} share their ${key} with another: the preferred one wins, then the newest`,
      'remove the ones that are not meant',
    );
}

interface V2Visit {
  readonly origin: string;
  readonly mappings: Pick<Mappings, 'operations' | 'ledgers' | 'wire' | 'profile'>;
  /** The operator's key. Absent: only reads without a key are checked. */
  readonly key: string | undefined;
  readonly pageBudget: number;
  readonly clock: Clock;
}

function indexesOf({ operations }: V2Visit['mappings']): readonly LookupIndex[] {
  const indexes = operations.flatMap(({ lookup }) => (lookup === undefined ? [] : [lookup.index]));
  return [...new Map(indexes.map((index) => [index.name, index])).values()];
}

type Tag = 'spec' | 'observed' | 'assumed';

/** One fact about v2 that the mappings rely on. */
interface Fact {
  /** e.g. `path of GET /v2/account-offers/{account}` */
  readonly what: string;
  readonly tag: Tag;
  readonly place: string;
  /** Advice when the fact is assumed and no probe confirms it. */
  readonly advice: string;
  /** The v2 call that the fact is about. */
  readonly endpoint?: string;
}

/** Results of probes by endpoint; `true` when the mappings' facts held. */
type Probed = ReadonlyMap<string, boolean>;

const UNTRIED = 'it is not a read, so it was not tried: try it once on a thing of your own';
const NO_KEY = 'name a key with --key-env to have it tried';
const UNREACHED = 'it was not tried: see the finding about v2';
const NO_PROBE = 'there is no probe for it: try it once with a key of your own';
const UNSEEN = 'compare it with an answer of your own: lifeboat explain';
const FAILED = 'it was tried and is not so: see the findings about it';

const tagged = (tag: Tag | undefined, fact: Omit<Fact, 'tag'>): Fact[] =>
  tag === undefined ? [] : [{ ...fact, tag }];

/** Lists the tagged facts about v2 that the mappings rely on, with advice on how to test each. */
function facts(ledgers: Mappings['ledgers'], unprobed: string): Fact[] {
  return ledgers.flatMap(({ references, attributes, answers, members }) => [
    ...references.flatMap(({ v2, evidence, place: position }) =>
      Object.entries(evidence).flatMap(([lineSide, tag]) => {
        const advice = v2.startsWith('GET ') ? unprobed : UNTRIED;
        return tagged(tag, { what: `${lineSide} of ${v2}`, place: position, advice, endpoint: v2 });
      }),
    ),
    ...[...attributes, ...answers].flatMap(({ attribute, evidence, place: position }) =>
      tagged(evidence, { what: `source of ${attribute}`, place: position, advice: UNSEEN }),
    ),
    ...members.flatMap(({ member, evidence, place: position }) =>
      tagged(evidence, { what: `target of ${member}`, place: position, advice: UNTRIED }),
    ),
  ]);
}

/** Counts the facts that the mappings rely on, and reports each assumed fact with its probe, or why it has none. */
function* listEvidence({ ledgers }: Pick<Mappings, 'ledgers'>, probed: Probed | string): CheckSteps {
  const [probes, unprobed] = typeof probed === 'string' ? [undefined, probed] : [probed, NO_PROBE];
  const all = facts(ledgers, unprobed);
  const count = (tag: Tag) => all.filter((fact) => fact.tag === tag).length;
  yield okFinding(
    `${count('spec')} facts from the specification, ${count('observed')} observed, ${count('assumed')} assumed`,
  );
  for (const { what, tag, place: position, endpoint = '', advice } of all) {
    if (tag !== 'assumed') continue;
    const outcome = probes?.get(endpoint);
    if (outcome === true) yield okFinding(`${what} is assumed (${position}), and a read has confirmed it`);
    else yield warning(`${what} is assumed (${position})`, outcome === false ? FAILED : advice);
  }
}

/** Tries every read that the mappings rely on; returns which endpoints behave so. */
async function* probe(service: Service, visit: V2Visit, caller: Caller): AsyncGenerator<Finding, Probed> {
  const { mappings, clock } = visit;
  const { operations } = mappings;
  const probed = new Map<string, boolean>();
  async function* note(
    endpoint: string,
    check: Check,
    subject = endpoint,
  ): AsyncGenerator<Finding, Severities> {
    const severities = yield* withSubject(subject, check);
    const isFine = !severities.has('warning') && !severities.has('error');
    probed.set(endpoint, (probed.get(endpoint) ?? true) && isFine);
    return severities;
  }
  for (const index of indexesOf(mappings)) {
    const read = createProbePageReader(service, caller, index, clock);
    const subject = `index ${index.name}`;
    const severities = yield* note(`GET ${index.path}`, probeIndex(read, index), subject);
    if (!severities.has('error')) yield* withSubject(subject, checkItems(read, index, visit));
  }
  const lists = answeringLists(operations);
  for (const answering of lists) {
    const { path, query, most } = answering.list;
    const source = { path, query: (page: number) => query(page, most), ...silentPages(answering.list, most) };
    const read = createProbePageReader(service, caller, source, clock);
    yield* note(`GET ${path}`, probeList(read, answering));
  }
  for (const operation of readsById(operations))
    yield* note(`GET ${operation.v2.template}`, probeRead({ service, key: caller.key, lists }, operation));
  return probed;
}

/** Checks that v2 can be reached, accepts the key, and behaves as the mappings assume. Sends only reads. */
export async function* examineV2(visit: V2Visit): AsyncGenerator<Finding> {
  const { origin, mappings, key, clock } = visit;
  const service = createService(origin, mappings.wire, clock);
  try {
    const [index] = indexesOf(mappings);
    const path =
      index === undefined ? (mappings.profile.v2.probe ?? '/v2') : `${index.path}?${index.query(1)}`;
    const reached = yield* withSubject('v2', examineService(service, { origin, path, key }, clock));
    const caller = passKeysOn.identify(key === undefined ? undefined : `Bearer ${key}`);
    let probed: Probed | undefined;
    if (!reached.has('error') && caller !== undefined) probed = yield* probe(service, visit, caller);
    else if (!reached.has('error'))
      yield* withSubject('v2', [
        warning('not tried from inside: no key', 'name the variable of one with --key-env'),
      ]);
    const untried = caller === undefined ? NO_KEY : UNREACHED;
    yield* withSubject('evidence', listEvidence(mappings, probed ?? untried));
  } finally {
    await service.close();
  }
}
