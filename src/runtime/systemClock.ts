import type { Clock } from '../contract/clock';

export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => Math.round(performance.now()),
  schedule: (delay, action) => {
    const timer = setTimeout(action, delay);
    return () => clearTimeout(timer);
  },
};
