import type { LookupIndex } from '../../mapping/compile/compiledOperation';
import type { Caller } from '../keys/clientKeys';
import type { Watch } from '../context';
import type { Upstream } from '../upstream';
import { createScanning, type Scanning } from './partitionScans';
import type { ReadingParts } from './indexReading';
import type { Clock } from '../../contract/clock';
import type { Report } from '../gatewayEvents';
import {
  createIndex,
  createLearn,
  createLearnPassed,
  type IndexSettings,
  type Learn,
  type LearnPassed,
} from './lookupIndex';
import { createLookup, type Find } from './findResource';

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

/** Fills indexes before a client needs them. */
interface Warmer {
  /** Begins to read an incomplete or old index; reading continues after this returns. */
  readonly warm: (index: LookupIndex, caller: Caller) => void;
  readonly stateOf: (index: LookupIndex, caller: Caller) => Promise<IndexState>;
}

const uncounted = { began: () => 0, ended: () => undefined };

/** Returns a warmer over the scans that lookups wait for. */
function createWarmer(readingParts: ReadingParts, { scans }: Scanning, watch: Watch): Warmer {
  const { names, store, freshMs } = readingParts;
  return {
    warm: (index, caller) => {
      const indexPlace = { partition: names.partition(index, caller.key), key: '' };
      const context = { id: 'index-warm', caller, deadlineAt: Infinity, watch, ...uncounted };
      scans.start({ lookup: { index }, indexPlace, context }, freshMs);
    },
    stateOf: async (index, caller) => {
      const partition = names.partition(index, caller.key);
      const state = await store.state(partition);
      const { offers } = await store.count(partition);
      return {
        index: index.name,
        caller: caller.fingerprint,
        offers,
        total: state?.total ?? null,
        isComplete: typeof state?.completeAt === 'number',
        isReading: scans.isRunning(partition),
      };
    },
  };
}

/** Finds by index, and keeps indexes up to date. */
interface Lookups {
  readonly find: Find;
  readonly learn: Learn;
  readonly passed: LearnPassed;
  readonly warmer: () => Warmer;
}

/** Parts of createLookups. */
interface LookupParts {
  readonly index: IndexSettings;
  readonly upstream: Upstream;
  readonly clock: Clock;
  readonly report: Report;
  /** Longest time (ms) for one page. */
  readonly pageMs: number;
  readonly watch: Watch;
}

function setUp({ index, upstream, clock, report, pageMs, watch }: LookupParts): Lookups {
  const { store, names, freshMs, pageBudget } = createIndex(index, clock, report);
  const readingParts = { upstream, clock, store, names, report, pageMs, freshMs, pageBudget };
  const scanning = createScanning(readingParts);
  const warmer = createWarmer(readingParts, scanning, watch);
  return {
    warmer: () => warmer,
    find: createLookup(readingParts, scanning),
    learn: createLearn({ store, names }),
    passed: createLearnPassed({ store, names }),
  };
}

/**
 * Creates the parts that find and learn by one index. Their caches are set up at the first use: they take longer than
 * the rest of a gateway, and most of the thousands of gateways that rehearse mutants look nothing up.
 */
export function createLookups(lookupParts: LookupParts): Lookups {
  let madeLookups: Lookups | undefined;
  const lookups = () => (madeLookups ??= setUp(lookupParts));
  return {
    warmer: () => lookups().warmer(),
    find: (request) => lookups().find(request),
    learn: async (operation, caller, body) => {
      if ((operation.indexes ?? []).length > 0) await lookups().learn(operation, caller, body);
    },
    passed: async (indexes, caller, write) => {
      if (indexes.length > 0) await lookups().passed(indexes, caller, write);
    },
  };
}
