import type { Evidence } from './evidence';
import { latencyClass } from './latencyClass';
import type { Observation } from './observation';
import type { Served as Request } from './served';
import { countTraffic, noTraffic, type OperationTraffic } from './traffic';

/** Names kept by caller and by signature; beyond them new ones are counted together. */
const MOST_NAMES = 10_000;
const OTHERS = '(others)';

/** Counts what is observed within one epoch. */
export interface Tally {
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
export function createTally(saved: Evidence): Tally {
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
