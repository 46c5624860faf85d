import type { CountedFinding } from './driftReport';
import type { Finding } from './finding';

/** What has drifted so far, within bounds. */
export interface Findings {
  readonly note: (finding: Finding) => void;
  /** In the order in which they were made. */
  readonly list: () => CountedFinding[];
  /** How many notes found no room. */
  readonly overflow: () => number;
}

interface Tally {
  readonly finding: Finding;
  readonly first: number;
  last: number;
  count: number;
}

/** Different findings that are kept; what comes beyond them is only counted. */
const MAXIMUM = 500;

const iso = (instant: number): string => new Date(instant).toISOString();

/** Counts findings; `now` is in ms, `told` hears of each one the first time only. */
export function createFindings(now: () => number, told: (finding: Finding) => void): Findings {
  const tallies = new Map<string, Tally>();
  let overflow = 0;
  return {
    note: (finding) => {
      const { endpoint, path, kind, found, effect } = finding;
      const key = [endpoint, path, kind, found, effect].join(' ');
      const known = tallies.get(key);
      if (known !== undefined) {
        known.count += 1;
        known.last = now();
      } else if (tallies.size < MAXIMUM) {
        const first = now();
        tallies.set(key, { finding, first, last: first, count: 1 });
        told(finding);
      } else {
        overflow += 1;
      }
    },
    list: () =>
      [...tallies.values()].map(({ finding, count, first, last }) => ({
        ...finding,
        count,
        first: iso(first),
        last: iso(last),
      })),
    overflow: () => overflow,
  };
}
