import type { Clock } from '../../../src/contract/clock.js';

/** A clock that moves only on demand, and runs what falls due on the way. */
export interface FakeClock extends Clock {
  /** Sets the time of day; nothing falls due by it. */
  readonly set: (now: number) => void;
  readonly advance: (milliseconds: number) => void;
  /** Actions that still wait for their time. */
  readonly pending: () => number;
}

export function fakeClock(start = 1_700_000_000_000): FakeClock {
  let now = start;
  let steady = 1_000;
  let actions: { readonly at: number; readonly action: () => void }[] = [];
  return {
    now: () => now,
    steady: () => steady,
    set: (next) => (now = next),
    schedule: (delay, action) => {
      const entry = { at: steady + delay, action };
      actions.push(entry);
      return () => {
        actions = actions.filter((nextEntry) => nextEntry !== entry);
      };
    },
    advance: (milliseconds) => {
      now += milliseconds;
      steady += milliseconds;
      const due = actions.filter(({ at }) => at <= steady);
      actions = actions.filter(({ at }) => at > steady);
      for (const { action } of due) action();
    },
    pending: () => actions.length,
  };
}
