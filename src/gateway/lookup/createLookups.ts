import type { Clock } from '../clock';
import type { Report } from '../event';
import type { Upstream } from '../upstream';
import { createIndex, type IndexSettings } from './createIndex';
import { createLearn, type Learn } from './createLearn';
import { createLookup, type Find } from './createLookup';

/** What indexes are for. */
interface Lookups {
  readonly find: Find;
  readonly learn: Learn;
}

/** What indexes are read and kept with. */
export interface LookupParts {
  readonly index: IndexSettings;
  readonly upstream: Upstream;
  readonly clock: Clock;
  readonly report: Report;
  /** Most time (ms) for one page. */
  readonly pageMs: number;
}

function setUp({ index, upstream, clock, report, pageMs }: LookupParts): Lookups {
  const { store, names, freshMs, pageBudget } = createIndex(index, clock, report);
  return {
    find: createLookup({ upstream, clock, store, names, report, pageMs, freshMs, pageBudget }),
    learn: createLearn({ store, names }),
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
    find: (asked) => lookups().find(asked),
    learn: async (operation, caller, body) => {
      if ((operation.indexes ?? []).length > 0) await lookups().learn(operation, caller, body);
    },
  };
}
