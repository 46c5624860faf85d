import type { Clock } from '../../src/contract/clock';
import { realClock } from './realClock';

/** Delays (ms) that a test ends; deadlines are longer, and real. */
const SHORT = 20;

/** The machine's clock, but for short delays. */
export interface SteppedClock extends Clock {
  /** Ends the short delays so many times, a turn of the event loop after each. */
  readonly step: (times: number) => Promise<void>;
}

export function steppedClock(): SteppedClock {
  let due: (() => void)[] = [];
  return {
    ...realClock,
    schedule: (delay, action) => {
      if (delay > SHORT) return realClock.schedule(delay, action);
      due.push(action);
      return () => (due = due.filter((one) => one !== action));
    },
    step: async (times) => {
      for (let time = 0; time < times; time += 1) {
        for (const action of due.splice(0)) action();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
