import type { Clock } from '../../contract/clock';
import type { IndexStore, StoredIndex } from './indexStore';
import { createCachedIndex, createIndexNames, entryOf, type IndexNames } from './lookupQuestion';
import { createJournal, type Health } from '../../contract/journal';
import type { Report } from '../gatewayEvents';
import { createMemoryIndex } from './memoryIndex';
import { isJsonObject, type Json } from '../../contract/json';
import type { LookupIndex, Operation } from '../../mapping/compile/compiledOperation';
import type { Caller } from '../keys/clientKeys';
import { readJsonBytes } from '../requestBody';

/** Pause (ms) before a failed store is tried again. */
const STORE_RETRY_MS = 15_000;

interface SturdyParts {
  readonly store: StoredIndex;
  /** Makes an empty index for the time of the store's failure. */
  readonly memory: () => IndexStore;
  readonly clock: Clock;
  /** Called when the store begins to fail, and when it has recovered. */
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

  const standIn = (error: unknown): IndexStore => {
    restUntil = clock.steady() + STORE_RETRY_MS;
    journal.failed(error);
    return (stand ??= memory());
  };
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
  const attempt = async <Value>(operation: (index: IndexStore) => Promise<Value>): Promise<Value> => {
    await tryAgain();
    if (stand !== undefined) return operation(stand);
    try {
      return await operation(store);
    } catch (error) {
      return operation(standIn(error));
    }
  };
  return {
    find: (...values) => attempt((index) => index.find(...values)),
    state: (...values) => attempt((index) => index.state(...values)),
    begin: (...values) => attempt((index) => index.begin(...values)),
    remember: (...values) => attempt((index) => index.remember(...values)),
    finish: (...values) => attempt((index) => index.finish(...values)),
    note: (...values) => attempt((index) => index.note(...values)),
    correct: (...values) => attempt((index) => index.correct(...values)),
    advance: (...values) => attempt((index) => index.advance(...values)),
    count: (...values) => attempt((index) => index.count(...values)),
    claim: (...values) => attempt((index) => index.claim(...values)),
    release: (...values) => attempt((index) => index.release(...values)),
  };
}

/** Settings of the indexes: their store, secret and age. */
export interface IndexSettings {
  /** The store; absent: memory. */
  readonly store?: StoredIndex | undefined;
  /** Secret that hides keys and logins in the store; one store belongs to one secret. */
  readonly secret: string | Buffer;
  /** Age (ms) after which a complete index is read whole again, while it goes on answering. */
  readonly freshMs: number;
  /** Most list pages that one scan reads. */
  readonly pageBudget: number;
  /**
   * Most logins in the cache; 10,000 if absent. The cache is allocated at once, which costs more than a short
   * rehearsal.
   */
  readonly mostAtHand?: number;
}

/** An index that is ready for use. */
interface Index extends Pick<IndexSettings, 'freshMs' | 'pageBudget'> {
  readonly store: IndexStore;
  readonly names: IndexNames;
}

/** Most offers in memory over all partitions; each takes some 250 bytes. */
const MAXIMUM_OFFERS = 500_000;

/** Assembles an index: names, a cache in front, and memory behind a store that fails. */
export function createIndex(settings: IndexSettings, clock: Clock, report: Report): Index {
  const { store, secret, freshMs, pageBudget, mostAtHand } = settings;
  const memory = () => createMemoryIndex(MAXIMUM_OFFERS);
  // The reason is in the store's words: values are bound to its queries and never stand in them.
  const changed = (health: Health) =>
    report(health.ok ? { kind: 'indexStoreRecovered' } : { kind: 'indexStoreFailed', detail: health.reason });
  const index = store === undefined ? memory() : createSturdyIndex({ store, memory, clock, changed });
  return {
    store: createCachedIndex(index, clock, freshMs, mostAtHand),
    names: createIndexNames(secret, mostAtHand),
    freshMs,
    pageBudget,
  };
}

/** Updates the indexes of a resource after a write to one of its items. */
export type Learn = (
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
export type LearnPassed = (
  indexes: readonly LookupIndex[],
  caller: Pick<Caller, 'key'>,
  write: PassedWrite,
) => Promise<void>;

type LearnParts = Pick<Index, 'store' | 'names'>;

/**
 * Keeps the written item, so that a new login is found by one read. An item without a login is not kept: not every
 * answer to a write shows the login. A list that was never read needs no correction: it will be read whole.
 */
export const createLearn =
  ({ store, names }: LearnParts): Learn =>
  async ({ indexes = [] }, caller, body) => {
    const data = isJsonObject(body) ? (body['data'] ?? null) : null;
    for (const index of indexes) {
      const item = index.read(data);
      if (item === undefined || item.key === null) continue;
      const partition = names.partition(index, caller.key);
      await store.note(partition, [entryOf(item, partition, names)]);
    }
  };

/** Returns the same updates for passed-through writes: the item in v2's answer, and a deleted item. */
export const createLearnPassed =
  (learnParts: LearnParts): LearnPassed =>
  async (indexes, caller, { method, target, answer }) => {
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
