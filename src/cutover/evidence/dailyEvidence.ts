import type { Side } from '../stages/stage';
import { type Evidence, noEvidence, sumOfEvidence } from './evidence';
import { latencyClass } from './latency';
import { countTraffic, noTraffic, type OperationTraffic, type Served as Request } from './traffic';

/** One thing seen of a resource. */
export type Observation =
  /** A request was answered; whatever had to be rescued by the other side is an error of this one. */
  | {
      readonly kind: 'served';
      readonly side: Side;
      readonly caller: string;
      readonly operation: string;
      readonly failed: boolean;
      readonly milliseconds: number;
    }
  /** A pair was compared: already de-duplicated, noise already told from change. */
  | {
      readonly kind: 'compared';
      readonly caller: string;
      readonly operation: string;
      readonly signature: string;
      readonly differs: boolean;
    };

/** Names kept by caller and by signature; beyond them new ones are counted together. */
const MOST_NAMES = 10_000;
const OTHERS = '(others)';

/** Counts what is observed within one epoch. */
export interface EvidenceCounter {
  readonly observe: (observation: Observation) => void;
  /** Counts how a request ended, at an instant (clock ms), for the way back and the alarms. */
  readonly count: (request: Request, stageSince: number, now: number) => OperationTraffic;
  /** What is known so far; later observations show in it. */
  readonly evidence: Evidence;
}

type Served = Extract<Observation, { kind: 'served' }>;
type Compared = Extract<Observation, { kind: 'compared' }>;

const nameIn = (map: ReadonlyMap<string, unknown>, name: string): string =>
  map.has(name) || map.size < MOST_NAMES ? name : OTHERS;

function addOne<Name>(counts: Map<Name, number>, name: Name): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Goes on counting from what was saved; `noEvidence` begins anew. */
export function createEvidenceCounter(saved: Evidence): EvidenceCounter {
  const v1 = { ...saved.v1, latency: new Map(saved.v1.latency) };
  const v2 = { ...saved.v2, latency: new Map(saved.v2.latency) };
  const operations = new Map(saved.operations);
  const signatures = new Map(saved.signatures);
  const callers = new Map([...saved.callers].map(([name, counts]) => [name, { ...counts }]));
  const traffic = new Map([...saved.traffic].map(([name, counts]) => [name, structuredClone(counts)]));
  const evidence = { ...saved, v1, v2, operations, signatures, traffic, callers };

  const countCaller = (given: string, what: 'served' | 'compared'): void => {
    const name = nameIn(callers, given);
    const counts = callers.get(name) ?? { served: 0, compared: 0 };
    counts[what] += 1;
    callers.set(name, counts);
  };
  const served = ({ side, caller, failed, milliseconds }: Served): void => {
    const counts = side === 'v1' ? v1 : v2;
    counts.requests += 1;
    counts.errors += failed ? 1 : 0;
    addOne(counts.latency, latencyClass(milliseconds));
    countCaller(caller, 'served');
  };
  const compared = ({ caller, operation, signature, differs }: Compared): void => {
    evidence.compared += 1;
    evidence.differing += differs ? 1 : 0;
    addOne(operations, nameIn(operations, operation));
    addOne(signatures, nameIn(signatures, signature));
    countCaller(caller, 'compared');
  };
  return {
    evidence,
    count: (request, stageSince, now) => {
      const { operation } = request;
      const known = traffic.get(operation) ?? noTraffic();
      traffic.set(operation, known);
      countTraffic(known, request, stageSince, now);
      return known;
    },
    observe: (observation) => (observation.kind === 'served' ? served(observation) : compared(observation)),
  };
}

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
  #tallies: readonly EvidenceCounter[];

  constructor(kept: readonly Evidence[] = []) {
    this.#tallies = kept.map(createEvidenceCounter);
  }

  /** Day by day, the first perhaps for several. */
  all(): readonly Evidence[] {
    return this.#tallies.map(({ evidence }) => evidence);
  }

  /** The tally of a day; `begin` is the first instant of the window. */
  on(at: number, begin: number): EvidenceCounter {
    const found = this.#tallies.findLast(({ evidence }) => dayOf(evidence.since) === dayOf(at));
    if (found !== undefined) return found;
    const [first, ...old] = this.all().filter(({ since }) => dayOf(since) < dayOf(begin));
    const latest = this.#tallies.at(-1)?.evidence;
    // What the latest requests came to goes on over midnight.
    const isLatest = latest === undefined || latest.since < at;
    const traffic = isLatest ? (latest?.traffic ?? new Map()) : new Map();
    const recent = this.#tallies
      .filter(({ evidence }) => dayOf(evidence.since) >= dayOf(begin))
      .map((known) => (isLatest ? createEvidenceCounter({ ...known.evidence, traffic: new Map() }) : known));
    const tally = createEvidenceCounter({ ...noEvidence(at), traffic });
    this.#tallies = [
      ...(first === undefined ? [] : [createEvidenceCounter(sumOfEvidence([first, ...old]))]),
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
