import type { Clock } from '../../contract/clock';
import { createJournal, type Health } from '../../contract/journal';
import { dataOf, type Json } from '../../contract/json';
import type { LookupIndex, Operation } from '../../mapping/compile/compiledOperation';
import type { WatchAnswer } from '../context';
import type { ReportEvent } from '../gatewayEvents';
import type { Caller } from '../keys/clientKeys';
import { readJsonBytes } from '../checkRequest';
import type { Upstream } from '../upstream';
import { createLookup, type FindResource } from './findResource';
import { createMemoryIndex, type IndexStore, type StoredIndex } from './indexStore';
import { createCachedIndex, createIndexNames, entryOf, type IndexNames } from './lookupQuestion';
import { createScanning } from './partitionScans';

/** Pause (ms) before a failed store is tried again. */
const STORE_RETRY_MS = 15_000;

interface SturdyParts {
  readonly store: StoredIndex;
  readonly memory: () => IndexStore;
  readonly clock: Clock;
  readonly changed: (health: Health) => void;
}

/**
 * Serves an index from memory while its store fails, reports it, and tries the store again at intervals. An index is
 * never split between the two: memory begins empty, and the store is read again from page 1 when it is back, because it
 * has missed what memory has seen.
 */
export function createSturdyIndex({ memory, clock, changed, ...sturdyParts }: SturdyParts): IndexStore {
  let { store } = sturdyParts;
  let stand: IndexStore | undefined;
  let restUntil = 0;
  const journal = createJournal(clock.now, changed);

  const tryAgain = async (): Promise<void> => {
    if (stand === undefined || clock.steady() < restUntil) return;
    restUntil = clock.steady() + STORE_RETRY_MS; // later callers do not try meanwhile
    await journal.attend({
      renew: async () => {
        // Seconds of the epoch: no pass has had this number, so no pass of another process continues here.
        store = await store.renew(Math.floor(clock.now() / 1000));
        stand = undefined;
      },
    });
  };
  /** Runs an operation on the store's index, or in memory while the store fails. */
  const attemptOperation = async <Value>(
    operation: (index: IndexStore) => Promise<Value>,
  ): Promise<Value> => {
    await tryAgain();
    if (stand !== undefined) return operation(stand);
    try {
      return await operation(store);
    } catch (error) {
      restUntil = clock.steady() + STORE_RETRY_MS;
      journal.onError(error);
      return operation((stand ??= memory()));
    }
  };
  return {
    find: (...values) => attemptOperation((index) => index.find(...values)),
    state: (...values) => attemptOperation((index) => index.state(...values)),
    begin: (...values) => attemptOperation((index) => index.begin(...values)),
    remember: (...values) => attemptOperation((index) => index.remember(...values)),
    finish: (...values) => attemptOperation((index) => index.finish(...values)),
    note: (...values) => attemptOperation((index) => index.note(...values)),
    correct: (...values) => attemptOperation((index) => index.correct(...values)),
    advance: (...values) => attemptOperation((index) => index.advance(...values)),
    count: (...values) => attemptOperation((index) => index.count(...values)),
    claim: (...values) => attemptOperation((index) => index.claim(...values)),
    release: (...values) => attemptOperation((index) => index.release(...values)),
  };
}

/** Settings of the indexes: their store, secret and age. */
export interface IndexSettings {
  readonly store?: StoredIndex | undefined;
  /** Secret that hides keys and logins in the store; one store belongs to one secret. */
  readonly secret: string | Buffer;
  /** Age (ms) after which a complete index is read whole again, while it goes on answering. */
  readonly freshMs: number;
  readonly pageBudget: number;
  /** Most logins in the cache; 10,000 if absent. It is allocated at once, which costs more than a short rehearsal. */
  readonly mostAtHand?: number;
}

/** Updates the indexes of a resource after a write to one of its items. */
export type LearnFromWrite = (
  operation: Pick<Operation, 'indexes'>,
  caller: Pick<Caller, 'key'>,
  body: Json,
) => Promise<void>;

/** A write that went to v2 untranslated and that v2 has acknowledged. */
export interface PassedWrite {
  readonly method: string;
  readonly target: string;
  /** The whole body of v2's answer. */
  readonly answer: Buffer;
}

/** Updates indexes after a write that was not translated. */
type LearnPassed = ReturnType<typeof createLearnPassed>;

interface LearnParts {
  readonly store: IndexStore;
  readonly names: IndexNames;
}

/** Keeps the written item, so that a new login is found by one read. Not every answer to a write shows a login. */
const createLearn =
  ({ store, names }: LearnParts): LearnFromWrite =>
  async ({ indexes = [] }, caller, body) => {
    for (const index of indexes) {
      const item = index.read(dataOf(body) ?? null);
      if (item === undefined || item.key === null) continue;
      const partition = names.partition(index, caller.key);
      await store.note(partition, [entryOf(item, partition, names)]);
    }
  };

/** Returns the same updates for passed-through writes: the item in v2's answer, and a deleted item. */
export const createLearnPassed =
  (learnParts: LearnParts) =>
  async (
    indexes: readonly LookupIndex[],
    caller: Pick<Caller, 'key'>,
    { method, target, answer }: PassedWrite,
  ): Promise<void> => {
    const [path = ''] = target.split('?', 1);
    for (const index of indexes) {
      if (path !== index.path && !path.startsWith(`${index.path}/`)) continue;
      const [id = '', ...subPath] = path.slice(index.path.length + 1).split('/');
      if (method === 'DELETE' && subPath.length === 0) {
        const partition = learnParts.names.partition(index, caller.key);
        await learnParts.store.correct(partition, { id, key: null }, undefined);
        continue;
      }
      const body = readJsonBytes(answer, 'drop');
      if (body.ok) await createLearn(learnParts)({ indexes: [index] }, caller, body.value);
    }
  };

/** The progress of a caller's index. */
export interface IndexState {
  readonly index: string;
  /** Fingerprint of the key that owns the list. */
  readonly caller: string;
  readonly isComplete: boolean;
  readonly isReading: boolean;
  readonly offers: number;
  /** Known number of offers in the list. */
  readonly total: number | null;
}

interface LookupParts {
  readonly index: IndexSettings;
  readonly upstream: Upstream;
  readonly clock: Clock;
  readonly report: ReportEvent;
  readonly pageMs: number;
  readonly watch: WatchAnswer;
}

/** Most offers in memory over all partitions; each takes some 250 bytes. */
const MAX_OFFERS_IN_MEMORY = 500_000;

const uncounted = { beginCall: () => 0, endCall: () => undefined };

/** Assembles an index, with a cache in front and memory behind a store that fails, and what reads and updates it. */
function assembleLookups({ index: settings, watch, ...sharedParts }: LookupParts) {
  const { clock, report } = sharedParts;
  const { secret, freshMs, pageBudget, mostAtHand } = settings;
  const memory = () => createMemoryIndex(MAX_OFFERS_IN_MEMORY);
  // The reason is in the store's words: values are bound to its queries and never stand in them.
  const changed = (health: Health) =>
    report(health.ok ? { kind: 'indexStoreRecovered' } : { kind: 'indexStoreFailed', detail: health.reason });
  const storedIndex =
    settings.store === undefined
      ? memory()
      : createSturdyIndex({ store: settings.store, memory, clock, changed });
  const store = createCachedIndex(storedIndex, clock, freshMs, mostAtHand);
  const names = createIndexNames(secret, mostAtHand);
  const readingParts = { ...sharedParts, store, names, freshMs, pageBudget };
  const scanning = createScanning(readingParts);
  const { scans } = scanning;
  return {
    find: createLookup(readingParts, scanning),
    learn: createLearn({ store, names }),
    passed: createLearnPassed({ store, names }),
    /** Begins to read an incomplete or old index. Reading continues after this returns. */
    warm: (index: LookupIndex, caller: Caller): void => {
      const indexPlace = { partition: names.partition(index, caller.key), key: '' };
      const context = { id: 'index-warm', caller, deadlineAt: Infinity, watch, ...uncounted };
      scans.ensureScan({ lookup: { index }, indexPlace, context }, freshMs);
    },
    stateOf: async (index: LookupIndex, caller: Caller): Promise<IndexState> => {
      const partition = names.partition(index, caller.key);
      const state = await store.state(partition);
      const { offers } = await store.count(partition);
      const isComplete = typeof state?.completeAt === 'number';
      const figures = { isComplete, isReading: scans.isRunning(partition), offers };
      return { index: index.name, caller: caller.fingerprint, total: state?.total ?? null, ...figures };
    },
  };
}

/** Creates the lookups of a gateway. They are set up at the first use, because most gateways of mutants look nothing up. */
export function createLookups(lookupParts: LookupParts) {
  let madeLookups: ReturnType<typeof assembleLookups> | undefined;
  const lookups = () => (madeLookups ??= assembleLookups(lookupParts));
  const find: FindResource = (request) => lookups().find(request);
  const learn: LearnFromWrite = async (operation, caller, body) => {
    if ((operation.indexes ?? []).length > 0) await lookups().learn(operation, caller, body);
  };
  const learnPassed: LearnPassed = async (indexes, caller, write) => {
    if (indexes.length > 0) await lookups().passed(indexes, caller, write);
  };
  /** Returns the progress of callers' indexes. `warm` also begins to read incomplete ones. */
  const states = async (
    indexes: readonly LookupIndex[],
    callers: readonly Caller[],
    warm: boolean,
  ): Promise<readonly IndexState[]> => {
    const pairs = callers.flatMap((caller) => indexes.map((index) => ({ index, caller })));
    if (warm) for (const { index, caller } of pairs) lookups().warm(index, caller);
    return Promise.all(pairs.map(({ index, caller }) => lookups().stateOf(index, caller)));
  };
  return { find, learn, passed: learnPassed, states };
}
