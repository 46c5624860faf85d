import { type Clock, MINUTE_MS } from '../contract/clock';

/** Most callers that are counted within a minute; further callers have no budget. */
const MAX_CALLERS_WITH_BUDGETS = 10_000;

/** Limits the comparison's calls to one API per caller, so that it never uses up a caller's own rate limit. */
export type CallBudget = ReturnType<typeof createCallBudget>;

/** Creates a budget of `perMinute` calls for each caller, with the same minute for all. Each process has its share. */
export function createCallBudget(
  perMinute: number,
  { steady }: Pick<Clock, 'steady'>,
  processes: () => number = () => 1,
) {
  let endsAt = 0;
  let used = new Map<string, number>();
  const current = (): Map<string, number> => {
    if (steady() < endsAt) return used;
    endsAt = steady() + MINUTE_MS;
    used = new Map();
    return used;
  };
  return {
    has: (caller: string): boolean => {
      const spent = current().get(caller);
      return spent === undefined
        ? used.size < MAX_CALLERS_WITH_BUDGETS
        : spent < Math.max(1, Math.floor(perMinute / processes()));
    },
    spend: (caller: string, calls: number): void =>
      void current().set(caller, (used.get(caller) ?? 0) + calls),
  };
}

/** Control pairs of an operation after which only a fifth of the share is sampled. */
const ENOUGH_PAIRS = 200;
const SHARE_AFTER_ENOUGH = 1 / 5;

/** Chooses the compared reads for which v1 is asked a second time, to learn where it differs from itself. */
export type Controls = ReturnType<typeof createControls>;

/** Makes controls that draw `percent` of the sampled reads; `random` returns numbers from 0 to below 1. */
export function createControls(percent: number, random: () => number) {
  const pairs = new Map<string, number>();
  return {
    wanted: (operation: string): boolean => {
      const share = (pairs.get(operation) ?? 0) < ENOUGH_PAIRS ? percent : percent * SHARE_AFTER_ENOUGH;
      return random() * 100 < share;
    },
    /** Counts a control pair of an operation. */
    had: (operation: string): void => void pairs.set(operation, (pairs.get(operation) ?? 0) + 1),
  };
}
