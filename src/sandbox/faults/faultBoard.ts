import type { Random } from '../seed/random';
import type { Fault } from './fault';
import { routeMatches } from './routeMatches';

/** A fault that is set, and how many calls it has met. */
export interface StandingFault extends Fault {
  readonly id: number;
  readonly met: number;
}

/** A call as far as faults look at it. */
export interface MeetingCall {
  readonly method: string;
  /** Path template. */
  readonly route: string;
  /** Id of the seller whose key it carries; undefined without one. */
  readonly seller: string | undefined;
}

/** The faults that are asked for at the moment. */
export interface FaultBoard {
  readonly add: (fault: Fault) => StandingFault;
  readonly all: () => readonly StandingFault[];
  readonly clear: () => void;
  /** The oldest fault that meets this call; it is counted. */
  readonly meet: (call: MeetingCall) => Fault | undefined;
}

const MILLION = 1_000_000;

/** Keeps faults in memory; `random` decides which calls a fault of a rate below 1 meets. */
export function createFaultBoard(random: Random): FaultBoard {
  let faults: readonly StandingFault[] = [];
  let lastId = 0;
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
    meet: ({ method, route, seller }) => {
      const met = faults.find(
        (fault) =>
          routeMatches(fault.route, method, route) &&
          (fault.seller === undefined || String(fault.seller) === seller) &&
          random.below(MILLION) < fault.rate * MILLION,
      );
      if (met === undefined) return undefined;
      const counted = { ...met, met: met.met + 1 };
      const spent = counted.met >= (counted.count ?? Infinity);
      faults = faults.flatMap((fault) => (fault.id !== met.id ? fault : spent ? [] : counted));
      return met;
    },
  };
}
