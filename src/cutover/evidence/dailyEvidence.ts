import { DAY_MS } from '../../contract/clock';
import { addEachCount, addToCount, OTHERS } from '../../contract/recent';

/** Observation of the comparison. */
export type Observation =
  /** Comparison of two answers, after de-duplication and with noise separated from change. */
  | {
      readonly kind: 'compared';
      readonly caller: string;
      readonly operation: string;
      readonly signature: string;
      readonly differs: boolean;
    }
  /** Counts of comparisons that this process has made, and of those given up as too costly. */
  | {
      readonly kind: 'attempted';
      readonly operation: string;
      readonly compared: number;
      readonly tooCostly: number;
    };

/** Comparison with its instant, clock ms. */
export type ComparedAt = Extract<Observation, { kind: 'compared' }> & { readonly at: number };

/** Maximum number of names in a counter; beyond it new names are counted together. */
const MAX_NAMES = 10_000;

export const countName = (counts: Map<string, number>, name: string): void =>
  addToCount(counts, counts.has(name) || counts.size < MAX_NAMES ? name : OTHERS, 1);

const emptyComparisons = (since: number) => ({
  since,
  compared: 0,
  differing: 0,
  operations: new Map<string, number>(),
  signatures: new Map<string, number>(),
  callers: new Map<string, number>(),
});

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** Collects the comparisons of one resource day by day; of days before the window only the numbers are left. */
export class DailyComparisons {
  readonly #days = new Map<number, ReturnType<typeof emptyComparisons>>();

  constructor(private readonly window: number) {}

  add({ at, caller, operation, signature, differs }: Omit<ComparedAt, 'kind'>): void {
    const day = this.#days.get(dayOf(at)) ?? this.#begin(at);
    day.compared += 1;
    day.differing += differs ? 1 : 0;
    countName(day.operations, operation);
    countName(day.signatures, signature);
    countName(day.callers, caller);
  }

  #begin(at: number) {
    for (const [day, { operations, signatures, callers }] of this.#days)
      if (day < dayOf(at - this.window))
        for (const counts of [operations, signatures, callers]) counts.clear();
    const newBucket = emptyComparisons(at);
    this.#days.set(dayOf(at), newBucket);
    return newBucket;
  }

  /** Sums up the days from that of an instant on. `since` is infinite without any. */
  sumFrom(begin: number) {
    const sum = emptyComparisons(Infinity);
    for (const [day, counted] of this.#days) {
      if (day < dayOf(begin)) continue;
      sum.since = Math.min(sum.since, counted.since);
      sum.compared += counted.compared;
      sum.differing += counted.differing;
      for (const name of ['operations', 'signatures', 'callers'] as const)
        addEachCount(sum[name], counted[name]);
    }
    return sum;
  }
}
