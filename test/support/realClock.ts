import type { Clock } from '../../src/contract/clock.js';

/** The machine's clock, for tests over real sockets. */
export const realClock: Clock = {
  now: () => Date.now(),
  steady: () => Math.round(performance.now()),
  schedule: (delay, action) => {
    const timer = setTimeout(action, delay);
    return () => clearTimeout(timer);
  },
};
