import type { Clock } from '../contract/clock';

/** What the comparison may ask of one API on behalf of each caller, so that it never eats a caller's own allowance. */
export interface Budget {
  readonly has: (caller: string) => boolean;
  readonly spend: (caller: string, calls: number) => void;
}

const MINUTE = 60_000;
/** Callers counted within a minute; one more has no budget. */
const MOST_CALLERS = 10_000;

/** So many calls a minute for each caller; the minute is the same for all. */
export function createBudget(perMinute: number, { steady }: Pick<Clock, 'steady'>): Budget {
  let endsAt = 0;
  let used = new Map<string, number>();
  const current = (): Map<string, number> => {
    if (steady() < endsAt) return used;
    endsAt = steady() + MINUTE;
    used = new Map();
    return used;
  };
  return {
    has: (caller) => {
      const spent = current().get(caller);
      return spent === undefined ? used.size < MOST_CALLERS : spent < perMinute;
    },
    spend: (caller, calls) => void current().set(caller, (used.get(caller) ?? 0) + calls),
  };
}

/** Which compared reads v1 is asked for a second time, to learn where it differs from itself. */
export interface Controls {
  readonly wanted: (operation: string) => boolean;
  /** Counts a control pair of an operation. */
  readonly had: (operation: string) => void;
}

/** Until so many control pairs of an operation are there, the whole share is asked; then a fifth of it. */
const ENOUGH = 200;
const AFTERWARDS = 1 / 5;

/** Draws `percent` of the sampled reads; `random` gives numbers from 0 to below 1. */
export function createControls(percent: number, random: () => number): Controls {
  const pairs = new Map<string, number>();
  return {
    wanted: (operation) => {
      const share = (pairs.get(operation) ?? 0) < ENOUGH ? percent : percent * AFTERWARDS;
      return random() * 100 < share;
    },
    had: (operation) => void pairs.set(operation, (pairs.get(operation) ?? 0) + 1),
  };
}
