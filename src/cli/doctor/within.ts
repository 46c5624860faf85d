import type { Clock } from '../../gateway/clock';
import { failure, type Result } from '../../translation/result';

/** Waits for a result for some ms at most; the failure after that is `late`. */
export function within<Value>(
  clock: Clock,
  milliseconds: number,
  work: Promise<Result<Value, string>>,
): Promise<Result<Value, string>> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(milliseconds, () => resolve(failure('late')));
    work.then(resolve, reject).finally(cancel);
  });
}
