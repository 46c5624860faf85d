import type { LookupIndex } from '../../mapping/operation';
import type { Caller } from '../keys/keys';
import type { Watch } from '../watch';
import type { Scanning } from './createScans';
import type { ReadingParts } from './indexReading';

/** How far the index of a caller is. */
export interface IndexState {
  readonly index: string;
  /** Fingerprint of the key whose list it is. */
  readonly caller: string;
  readonly isComplete: boolean;
  readonly isReading: boolean;
  readonly offers: number;
  /** Offers in the list, as far as is known. */
  readonly total: number | null;
}

/** Fills indexes before a client needs them. */
export interface Warmer {
  /** Begins to read what is not complete and fresh; the list goes on being read when this returns. */
  readonly warm: (index: LookupIndex, caller: Caller) => void;
  readonly stateOf: (index: LookupIndex, caller: Caller) => Promise<IndexState>;
}

const uncounted = () => undefined;

/** A warmer over the scans that lookups wait for. */
export function createWarmer(parts: ReadingParts, { scans }: Scanning, watch: Watch): Warmer {
  const { names, store, freshMs } = parts;
  return {
    warm: (index, caller) => {
      const place = { partition: names.partition(index, caller.key), key: '' };
      const errand = { caller, requestId: 'index-warm', deadlineAt: Infinity, count: uncounted, watch };
      scans.start({ lookup: { index }, place, errand }, freshMs);
    },
    stateOf: async (index, caller) => {
      const partition = names.partition(index, caller.key);
      const state = await store.state(partition);
      const { offers } = await store.count(partition);
      return {
        ...{ index: index.name, caller: caller.fingerprint, offers, total: state?.total ?? null },
        isComplete: typeof state?.completeAt === 'number',
        isReading: scans.isRunning(partition),
      };
    },
  };
}
