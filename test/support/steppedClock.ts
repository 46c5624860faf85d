import type { Clock } from '../../src/contract/clock.js';
import { setImmediate as nextRound } from 'node:timers/promises';
import { realClock } from './realClock.ts';

/** Delays (ms) that a test ends; deadlines are longer, and real. */
const SHORT = 20;
/** Time (ms) of a step. */
const STEP = 5;

/** The machine's clock, but for short delays. */
export interface SteppedClock extends Clock {
  /** Ends the short delays so many times, each after 5 ms, and lets the event loop read what has come. */
  readonly step: (times: number) => Promise<void>;
}

export function steppedClock(): SteppedClock {
  let due: (() => void)[] = [];
  let stepped = 0;
  return {
    ...realClock,
    steady: () => realClock.steady() + stepped,
    schedule: (delay, action) => {
      if (delay > SHORT) return realClock.schedule(delay, action);
      due.push(action);
      return () => (due = due.filter((candidate) => candidate !== action));
    },
    step: async (times) => {
      for (let time = 0; time < times; time += 1) {
        stepped += STEP;
        for (const action of due.splice(0)) action();
        await nextRound().then(() => nextRound());
      }
    },
  };
}
