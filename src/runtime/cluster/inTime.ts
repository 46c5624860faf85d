import type { Clock } from '../../contract/clock';

/** Half of the time (ms) that a worker has to answer. Two timers, because after a halt of this process one is due at once. */
const HALF = 2_500;

/** Resolves to the answer alone in a list; the list is empty if it is a fault or does not come within 5 s. */
export function inTime<Value>(
  answer: Promise<Value>,
  clock: Pick<Clock, 'schedule'>,
): Promise<readonly Value[]> {
  return new Promise((resolve) => {
    const settle = (values: readonly Value[]): void => {
      stop();
      resolve(values);
    };
    let stop = clock.schedule(HALF, () => {
      stop = clock.schedule(HALF, () => settle([]));
    });
    answer.then(
      (value) => settle([value]),
      () => settle([]),
    );
  });
}
