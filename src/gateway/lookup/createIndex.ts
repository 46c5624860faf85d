import type { Clock } from '../clock';
import type { Report } from '../event';
import { createCachedIndex } from './createCachedIndex';
import { createIndexNames, type IndexNames } from './indexNames';
import type { IndexStore, KeptIndexStore } from './indexStore';
import { createMemoryIndex } from './createMemoryIndex';
import { storeReason } from './storeReason';
import { createSturdyIndex } from './createSturdyIndex';

/** Where and how long indexes are kept. */
export interface IndexSettings {
  /** Absent: in memory. */
  readonly store?: KeptIndexStore | undefined;
  /** Hides keys and logins in the store; one store belongs to one secret. */
  readonly secret: string | Buffer;
  /** A complete index is read whole again after this long (ms), beside its answers. */
  readonly freshMs: number;
  /** Most list pages that one scan reads. */
  readonly pageBudget: number;
}

/** An index that is ready for use. */
export interface Index extends Pick<IndexSettings, 'freshMs' | 'pageBudget'> {
  readonly store: IndexStore;
  readonly names: IndexNames;
}

/** Offers kept in memory over all partitions; some 250 bytes each. */
const MAXIMUM_OFFERS = 500_000;

/** Puts an index together: names, a cache in front, memory behind a store that fails. */
export function createIndex(settings: IndexSettings, clock: Clock, report: Report): Index {
  const { store, secret, freshMs, pageBudget } = settings;
  const memory = () => createMemoryIndex(MAXIMUM_OFFERS);
  const failed = (error: unknown) => report({ kind: 'indexStoreFailed', detail: storeReason(error) });
  const recovered = () => report({ kind: 'indexStoreRecovered' });
  const kept =
    store === undefined ? memory() : createSturdyIndex({ store, memory, clock, failed, recovered });
  return {
    store: createCachedIndex(kept, clock, freshMs),
    names: createIndexNames(secret),
    freshMs,
    pageBudget,
  };
}
