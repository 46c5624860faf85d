import type { Random } from '../seed/random';
import type { Fault } from './fault';
import { routeMatches } from './routeMatches';

/** A fault that is set, and how many calls it has met. */
export interface StandingFault extends Fault {
  readonly id: number;
  readonly met: number;
}

/** The faults that are asked for at the moment. */
export interface FaultBoard {
  readonly add: (fault: Fault) => StandingFault;
  readonly all: () => readonly StandingFault[];
  readonly clear: () => void;
  /** The oldest fault that meets this call; it is counted. */
  readonly meet: (method: string, route: string) => Fault | undefined;
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
    meet: (method, route) => {
      const met = faults.find(
        (fault) => routeMatches(fault.route, method, route) && random.below(MILLION) < fault.rate * MILLION,
      );
      if (met === undefined) return undefined;
      const counted = { ...met, met: met.met + 1 };
      const spent = counted.met >= (counted.count ?? Infinity);
      faults = faults.flatMap((fault) => (fault.id !== met.id ? fault : spent ? [] : counted));
      return met;
    },
  };
}
