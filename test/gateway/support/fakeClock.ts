import type { Clock } from '../../../src/gateway/clock';

/** A clock that moves only when told to, and runs what falls due on the way. */
export interface FakeClock extends Clock {
  readonly advance: (milliseconds: number) => void;
  /** Actions that still wait for their time. */
  readonly pending: () => number;
}

export function fakeClock(start = 1_700_000_000_000): FakeClock {
  let now = start;
  let actions: { readonly at: number; readonly action: () => void }[] = [];
  return {
    now: () => now,
    schedule: (delay, action) => {
      const entry = { at: now + delay, action };
      actions.push(entry);
      return () => {
        actions = actions.filter((other) => other !== entry);
      };
    },
    advance: (milliseconds) => {
      now += milliseconds;
      const due = actions.filter(({ at }) => at <= now);
      actions = actions.filter(({ at }) => at > now);
      for (const { action } of due) action();
    },
    pending: () => actions.length,
  };
}
