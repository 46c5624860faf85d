import type { NotCompared } from '../../comparison/comparison';
import type { SeenAnswer } from '../../comparison/seenAnswer';
import type { Handled } from '../../gateway/gateway';
import { failure, type Result, success } from '../../translation/result';

/** Problems of the comparison itself: its deadline, v2's limit on what it asks, a list or an index that is not ready. */
const outages: Partial<Record<string, NotCompared>> = {
  clientGone: 'timeout',
  rateLimited: 'v2_error',
  overloaded: 'v2_error',
  listChanging: 'v2_error',
  indexing: 'v2_error',
};

/**
 * What a client would have got from v2, or why there is nothing to compare. A v2 that fails, is silent, cannot be
 * reached or does not fit the contract is compared: its client would have noticed the 502 or 504.
 */
export function answerOf({ answer, trace }: Handled): Result<SeenAnswer, NotCompared> {
  const outage = outages[trace.problem ?? ''];
  return outage === undefined ? success(answer) : failure(outage);
}
