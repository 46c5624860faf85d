import type { Random } from '../values/random';
import type { Disturbance, FaultSetting } from './faultSchema';

/** A fault that is set, and the count of calls that it has met. */
export interface StandingFault extends FaultSetting {
  readonly id: number;
  readonly met: number;
}

/** The parts of an operation that faults match. */
interface MeetingRoute {
  readonly method: string;
  /** Path template. */
  readonly path: string;
}

/** The parts of a call that faults match. */
interface MeetingCall extends MeetingRoute {
  /** Id of the seller whose key it carries; undefined without one. */
  readonly seller: string | undefined;
}

/** The faults that are set at the moment. */
export interface FaultBoard {
  readonly add: (fault: FaultSetting) => StandingFault;
  readonly all: () => readonly StandingFault[];
  readonly clear: () => void;
  /** The faults that act on this call together, oldest first; each is counted. */
  readonly meet: (call: MeetingCall) => readonly FaultSetting[];
}

const MILLION = 1_000_000;

/** Keeps faults in memory; `random` decides which calls a fault of a rate below 1 meets. */
export function createFaultBoard(random: Random): FaultBoard {
  let faults: readonly StandingFault[] = [];
  let lastId = 0;
  const isMet = (fault: FaultSetting, { seller, ...called }: MeetingCall): boolean =>
    routeMatches(fault.route, called) &&
    (fault.seller === undefined || String(fault.seller) === seller) &&
    random.below(MILLION) < fault.rate * MILLION;
  return {
    add: (fault) => {
      lastId += 1;
      const standing = { ...fault, id: lastId, met: 0 };
      faults = [...faults, standing];
      return standing;
    },
    all: () => faults,
    clear: () => {
      faults = [];
    },
    meet: (call) => {
      const met = compatible(faults.filter((fault) => isMet(fault, call)));
      faults = faults
        .map((fault) => (met.includes(fault) ? { ...fault, met: fault.met + 1 } : fault))
        .filter((fault) => fault.met < (fault.count ?? Infinity));
      return met;
    },
  };
}

/** Matches a pattern such as `PATCH /v2/currency-offers/{currencyOffer}`, `GET *`, `* /v2/games` or `*` with a call. */
export function routeMatches(pattern: string, { method, path }: MeetingRoute): boolean {
  if (pattern === '*') return true;
  const [wantedMethod = '', wantedPath = ''] = pattern.split(' ', 2);
  return (wantedMethod === '*' || wantedMethod === method) && (wantedPath === '*' || wantedPath === path);
}

/**
 * Finds the set fault that a new one conflicts with, because one of them would never act: both change the same calls
 * in ways that exclude each other, and the one that goes first meets every one of them.
 */
export function findConflict(
  standing: readonly StandingFault[],
  wanted: FaultSetting,
  routes: readonly MeetingRoute[],
): StandingFault | undefined {
  const hides = (older: FaultSetting, second: FaultSetting): boolean =>
    older.rate === 1 &&
    older.count === undefined &&
    (older.seller === undefined || older.seller === second.seller) &&
    routes.every((route) => !routeMatches(second.route, route) || routeMatches(older.route, route));
  return standing.find((older) => {
    if (!exclude(older, wanted)) return false;
    return endsAnswer(wanted) && !endsAnswer(older) ? hides(wanted, older) : hides(older, wanted);
  });
}

/** Disturbances that cannot act on one answer together. */
const EXCLUDED: Readonly<Record<Disturbance['kind'], readonly Disturbance['kind'][]>> = {
  reset: ['reset', 'status', 'truncate', 'rewrite', 'wire'],
  status: ['reset', 'status', 'rewrite'],
  truncate: ['reset', 'truncate'],
  rewrite: ['reset', 'status'],
  wire: ['reset'],
};

const exclude = ({ disturbance: older }: FaultSetting, { disturbance: newer }: FaultSetting): boolean =>
  older !== undefined && newer !== undefined && EXCLUDED[older.kind].includes(newer.kind);

const endsAnswer = ({ disturbance }: FaultSetting): boolean =>
  disturbance !== undefined && ['reset', 'status', 'truncate'].includes(disturbance.kind);

/** Orders the faults that act together: those that end an answer go first, then the older before the newer. */
function compatible(met: readonly StandingFault[]): readonly StandingFault[] {
  const acting: StandingFault[] = [];
  for (const fault of [...met.filter(endsAnswer), ...met.filter((fault) => !endsAnswer(fault))]) {
    if (!acting.some((actingFault) => exclude(actingFault, fault))) acting.push(fault);
  }
  return met.filter((fault) => acting.includes(fault));
}
