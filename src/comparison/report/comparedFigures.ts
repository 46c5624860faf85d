import type { ComparisonReport } from './comparisonReport';
import type { DifferenceKind } from '../compare/difference';
import type { Observed } from '../keep/observed';

/** Requests that differed in one way. */
export interface DifferenceCount {
  readonly resource: string;
  readonly operation: string;
  readonly kind: DifferenceKind;
  readonly requests: number;
}

/** The figures of a comparison among the metrics and the alarms. */
export interface ComparedFigures {
  /** Counts a request that counts and that a client would have noticed. */
  readonly count: (observed: Observed) => void;
  readonly differences: () => readonly DifferenceCount[];
  /** The report as it was a few seconds ago at most: it is costly. */
  readonly report: () => ComparisonReport;
  /** Has the next report made anew: what was seen counts otherwise now. */
  readonly renew: () => void;
}

/** A report is made anew at most so often (ms) while requests come in, and so often without one, as rules expire. */
const [BUSY, QUIET] = [4_000, 60_000];

/** Opens the figures; nothing is counted yet. */
export function createComparedFigures(make: () => ComparisonReport, now: () => number): ComparedFigures {
  const counts = new Map<string, DifferenceCount>();
  let made: { readonly at: number; readonly report: ComparisonReport } | undefined;
  let isChanged = false;
  return {
    count: ({ resource, operation, differences }) => {
      isChanged = true;
      for (const kind of new Set(differences.map((difference) => difference.kind))) {
        const key = `${resource} ${operation} ${kind}`;
        const requests = (counts.get(key)?.requests ?? 0) + 1;
        counts.set(key, { resource, operation, kind, requests });
      }
    },
    differences: () => [...counts.values()],
    report: () => {
      const age = made === undefined ? Infinity : now() - made.at;
      if (made === undefined || age >= QUIET || (isChanged && age >= BUSY)) {
        made = { at: now(), report: make() };
        isChanged = false;
      }
      return made.report;
    },
    renew: () => {
      made = undefined;
    },
  };
}
