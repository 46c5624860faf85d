import type { MarketClock } from '../../../src/sandbox/sandboxOptions';

/** A clock that stands still until it is moved; what was scheduled runs when its time has come. */
export interface TestClock extends MarketClock {
  readonly advance: (milliseconds: number) => void;
}

/** A clock that stands at `start` (ms). */
export function createTestClock(start = Date.UTC(2025, 10, 15)): TestClock {
  let now = start;
  const waiting = new Set<{ at: number; action: () => void }>();
  return {
    now: () => now,
    schedule: (delay, action) => {
      const entry = { at: now + delay, action };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
    advance: (milliseconds) => {
      now += milliseconds;
      const due = [...waiting].filter((entry) => entry.at <= now).sort((entry, two) => entry.at - two.at);
      for (const entry of due) {
        waiting.delete(entry);
        entry.action();
      }
    },
  };
}
