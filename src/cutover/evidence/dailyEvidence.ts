import { OTHERS } from '../../contract/recent';
import type { Side } from '../stages/stage';
import { type Evidence, noEvidence, sumOfEvidence } from './evidence';
import {
  countedEnd,
  countTraffic,
  latencyClass,
  noTraffic,
  type OperationTraffic,
  type Served as Request,
  type WriteEnd,
} from './traffic';

/** Observation of a resource. */
export type Observation =
  /** End of a request; a rescue by the other side is an error of this side. */
  | {
      readonly kind: 'served';
      readonly side: Side;
      readonly caller: string;
      readonly operation: string;
      readonly failed: boolean;
      readonly milliseconds: number;
      readonly write?: WriteEnd | undefined;
    }
  /** Comparison of two answers, after de-duplication and with noise separated from change. */
  | {
      readonly kind: 'compared';
      readonly caller: string;
      readonly operation: string;
      readonly signature: string;
      readonly differs: boolean;
    }
  /** Counts of comparisons that were made, and of those given up as too costly. */
  | {
      readonly kind: 'attempted';
      readonly operation: string;
      readonly compared: number;
      readonly tooCostly: number;
    };

/** Maximum number of names in a counter; beyond it new names are counted together. */
const MOST_NAMES = 10_000;

type Served = Extract<Observation, { kind: 'served' }>;
type Compared = Extract<Observation, { kind: 'compared' }>;
type Attempted = Extract<Observation, { kind: 'attempted' }>;

const nameIn = (map: ReadonlyMap<string, unknown>, name: string): string =>
  map.has(name) || map.size < MOST_NAMES ? name : OTHERS;

function addTo<Name>(counts: Map<Name, number>, name: Name, more = 1): void {
  if (more > 0) counts.set(name, (counts.get(name) ?? 0) + more);
}

/** Counts the observations of one epoch. */
export type EvidenceCounter = ReturnType<typeof createEvidenceCounter>;

/** Creates a counter that continues from saved evidence; `noEvidence` starts from zero. */
export function createEvidenceCounter(saved: Evidence) {
  const evidence = structuredClone(saved);
  const traffic = new Map(evidence.traffic);
  evidence.traffic = traffic;

  const countCaller = (givenCaller: string, what: 'served' | 'compared'): void => {
    const name = nameIn(evidence.callers, givenCaller);
    const counts = evidence.callers.get(name) ?? { served: 0, compared: 0 };
    counts[what] += 1;
    evidence.callers.set(name, counts);
  };
  const served = ({ side, caller, failed, milliseconds, write }: Served): void => {
    const counts = evidence[side];
    counts.requests += 1;
    counts.errors += failed ? 1 : 0;
    addTo(counts.latency, latencyClass(milliseconds));
    const end = countedEnd({ write, failed });
    if (side === 'v2' && end !== undefined) addTo(evidence.v2Writes, end);
    countCaller(caller, 'served');
  };
  const compared = ({ caller, operation, signature, differs }: Compared): void => {
    evidence.compared += 1;
    evidence.differing += differs ? 1 : 0;
    addTo(evidence.operations, nameIn(evidence.operations, operation));
    addTo(evidence.signatures, nameIn(evidence.signatures, signature));
    countCaller(caller, 'compared');
  };
  const attempted = ({ operation, compared: madeCount, tooCostly }: Attempted): void => {
    const name = nameIn(evidence.attempted, operation);
    addTo(evidence.attempted, name, madeCount + tooCostly);
    addTo(evidence.tooCostly, name, tooCostly);
  };
  return {
    /** Live view of the evidence, which later observations change. */
    evidence,
    /** Counts the end of a request at an instant (clock ms), for moves back and alarms. */
    count: (request: Request, stageSince: number, now: number): OperationTraffic => {
      const { operation } = request;
      const presentTraffic = traffic.get(operation) ?? noTraffic();
      traffic.set(operation, presentTraffic);
      countTraffic(presentTraffic, request, stageSince, now);
      return presentTraffic;
    },
    observe: (observation: Observation): void => {
      if (observation.kind === 'served') served(observation);
      else if (observation.kind === 'compared') compared(observation);
      else attempted(observation);
    },
  };
}

const DAY = 86_400_000;

const dayOf = (at: number): number => Math.floor(at / DAY);

/** Comparison with its instant, clock ms. */
export type ComparedAt = Extract<Observation, { kind: 'compared' }> & { readonly at: number };

const withoutComparisons = (evidence: Evidence): Evidence => ({
  ...evidence,
  compared: 0,
  differing: 0,
  operations: new Map(),
  signatures: new Map(),
  callers: new Map([...evidence.callers].map(([name, { served }]) => [name, { served, compared: 0 }])),
});

/** Collects the evidence of one resource day by day, in bounded memory: days before the window are summed up. */
export class DailyEvidence {
  #counters: readonly EvidenceCounter[];

  constructor(keptEvidences: readonly Evidence[] = []) {
    this.#counters = keptEvidences.map(createEvidenceCounter);
  }

  /** Returns the evidence by days; the first entry may sum up several. */
  all(): readonly Evidence[] {
    return this.#counters.map(({ evidence }) => evidence);
  }

  /** Returns the counter of a day; `begin` is the first instant of the window. */
  on(at: number, begin: number): EvidenceCounter {
    const day = dayOf(at);
    const last = this.#counters.at(-1);
    if (last !== undefined && dayOf(last.evidence.since) === day) return last;
    const evidenceCounter = this.#counters.findLast(({ evidence }) => dayOf(evidence.since) === day);
    if (evidenceCounter !== undefined) return evidenceCounter;
    const [firstEvidence, ...old] = this.all().filter(({ since }) => dayOf(since) < dayOf(begin));
    const latestEvidence = last?.evidence;
    // The counts of the latest requests continue over midnight.
    const isLatest = latestEvidence === undefined || latestEvidence.since < at;
    const traffic = isLatest ? (latestEvidence?.traffic ?? new Map()) : new Map();
    const recent = this.#counters
      .filter(({ evidence }) => dayOf(evidence.since) >= dayOf(begin))
      .map((knownEvidenceCounter) =>
        isLatest
          ? createEvidenceCounter({ ...knownEvidenceCounter.evidence, traffic: new Map() })
          : knownEvidenceCounter,
      );
    const counter = createEvidenceCounter({ ...noEvidence(at), traffic });
    this.#counters = [
      ...(firstEvidence === undefined ? [] : [createEvidenceCounter(sumOfEvidence([firstEvidence, ...old]))]),
      ...[...recent, counter].toSorted(
        (evidenceCounter, nextEvidenceCounter) =>
          evidenceCounter.evidence.since - nextEvidenceCounter.evidence.since,
      ),
    ];
    return counter;
  }

  /** Returns the days of the window that begins at an instant. */
  from(begin: number): readonly Evidence[] {
    return this.all().filter(({ since }) => dayOf(since) >= dayOf(begin));
  }

  /** Returns the same days with their comparisons replaced. */
  recounted(comparisons: readonly ComparedAt[], begin: number): DailyEvidence {
    const days = new DailyEvidence(this.all().map(withoutComparisons));
    for (const { at, ...comparison } of comparisons) days.on(at, begin).observe(comparison);
    return days;
  }
}
