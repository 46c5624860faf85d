import type { Clock } from '../gateway/clock';

/** A repeated signal sooner than this (ms) is an echo: npm passes on a Ctrl-C that the terminal has sent to its child already. */
const ECHO = 500;

/** Waits for the first SIGINT or SIGTERM; a later second one calls `force`. */
export function untilSignal(clock: Pick<Clock, 'steady'>, force: () => void): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const take = (signal: NodeJS.Signals) => {
      if (first === undefined) {
        first = clock.steady();
        resolve(signal);
      } else if (clock.steady() - first > ECHO) {
        force();
      }
    };
    process.on('SIGINT', take);
    process.on('SIGTERM', take);
  });
}
