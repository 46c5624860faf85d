import type { Clock } from '../clock';
import type { Report } from '../event';
import type { Upstream } from '../upstream';
import type { Watch } from '../watch';
import { createIndex, type IndexSettings } from './createIndex';
import { createLearn, createLearnPassed, type Learn, type LearnPassed } from './createLearn';
import { createLookup, type Find } from './createLookup';
import { createScanning } from './createScans';
import { createWarmer, type Warmer } from './createWarmer';

/** What indexes are for. */
interface Lookups {
  readonly find: Find;
  readonly learn: Learn;
  readonly passed: LearnPassed;
  readonly warmer: () => Warmer;
}

/** What indexes are read and kept with. */
export interface LookupParts {
  readonly index: IndexSettings;
  readonly upstream: Upstream;
  readonly clock: Clock;
  readonly report: Report;
  /** Most time (ms) for one page. */
  readonly pageMs: number;
  readonly watch: Watch;
}

function setUp({ index, upstream, clock, report, pageMs, watch }: LookupParts): Lookups {
  const { store, names, freshMs, pageBudget } = createIndex(index, clock, report);
  const parts = { upstream, clock, store, names, report, pageMs, freshMs, pageBudget };
  const scanning = createScanning(parts);
  const warmer = createWarmer(parts, scanning, watch);
  return {
    warmer: () => warmer,
    find: createLookup(parts, scanning),
    learn: createLearn({ store, names }),
    passed: createLearnPassed({ store, names }),
  };
}

/**
 * Finding and learning over one index. Its caches are set up when first needed: they take longer than everything
 * else in a gateway, and most of the thousands that mutants are rehearsed in look nothing up.
 */
export function createLookups(parts: LookupParts): Lookups {
  let made: Lookups | undefined;
  const lookups = () => (made ??= setUp(parts));
  return {
    warmer: () => lookups().warmer(),
    find: (asked) => lookups().find(asked),
    learn: async (operation, caller, body) => {
      if ((operation.indexes ?? []).length > 0) await lookups().learn(operation, caller, body);
    },
    passed: async (indexes, caller, write) => {
      if (indexes.length > 0) await lookups().passed(indexes, caller, write);
    },
  };
}
