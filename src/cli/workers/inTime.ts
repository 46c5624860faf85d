import type { Clock } from '../../gateway/clock';

/** Half of the time (ms) that another process has to answer: after a halt of this one every timer is due at once. */
const HALF = 2_500;

/** What is answered, alone in a list; the list is empty when the answer is a fault, or does not come within 5 s. */
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
