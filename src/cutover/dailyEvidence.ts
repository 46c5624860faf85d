import { createTally, type Tally } from './createTally';
import { type Evidence, sumOfEvidence } from './evidence';
import { noEvidence } from './noEvidence';
import type { Observation } from './observation';

const DAY = 86_400_000;

const dayOf = (at: number): number => Math.floor(at / DAY);

/** A comparison and when it was made, clock ms. */
export type ComparedAt = Extract<Observation, { kind: 'compared' }> & { readonly at: number };

const withoutComparisons = (evidence: Evidence): Evidence => ({
  ...{ ...evidence, compared: 0, differing: 0, operations: new Map(), signatures: new Map() },
  callers: new Map([...evidence.callers].map(([name, { served }]) => [name, { served, compared: 0 }])),
});

/** What one resource has shown, day by day, in bounded memory: days before the window are added up. */
export class DailyEvidence {
  #tallies: readonly Tally[];

  constructor(kept: readonly Evidence[] = []) {
    this.#tallies = kept.map(createTally);
  }

  /** Day by day, the first perhaps for several. */
  all(): readonly Evidence[] {
    return this.#tallies.map(({ evidence }) => evidence);
  }

  /** The tally of a day; `begin` is the first instant of the window. */
  on(at: number, begin: number): Tally {
    const found = this.#tallies.findLast(({ evidence }) => dayOf(evidence.since) === dayOf(at));
    if (found !== undefined) return found;
    const [first, ...old] = this.all().filter(({ since }) => dayOf(since) < dayOf(begin));
    const latest = this.#tallies.at(-1)?.evidence;
    // What the latest requests came to goes on over midnight.
    const isLatest = latest === undefined || latest.since < at;
    const traffic = isLatest ? (latest?.traffic ?? new Map()) : new Map();
    const recent = this.#tallies
      .filter(({ evidence }) => dayOf(evidence.since) >= dayOf(begin))
      .map((known) => (isLatest ? createTally({ ...known.evidence, traffic: new Map() }) : known));
    const tally = createTally({ ...noEvidence(at), traffic });
    this.#tallies = [
      ...(first === undefined ? [] : [createTally(sumOfEvidence([first, ...old]))]),
      ...[...recent, tally].toSorted((one, other) => one.evidence.since - other.evidence.since),
    ];
    return tally;
  }

  /** The days of a window, by its first instant. */
  from(begin: number): readonly Evidence[] {
    return this.all().filter(({ since }) => dayOf(since) >= dayOf(begin));
  }

  /** The same days with other comparisons in the place of theirs. */
  recounted(comparisons: readonly ComparedAt[], begin: number): DailyEvidence {
    const days = new DailyEvidence(this.all().map(withoutComparisons));
    for (const { at, ...comparison } of comparisons) days.on(at, begin).observe(comparison);
    return days;
  }
}
