import type { NotCompared } from '../../comparison/comparison';
import type { SeenAnswer } from '../../comparison/seenAnswer';
import type { Handled } from '../../gateway/gateway';
import { failure, type Result, success } from '../../translation/result';

/** Problems that say how v2 or the way to it is today, not what it answers. */
const outages: Partial<Record<string, NotCompared>> = {
  upstreamTimeout: 'timeout',
  clientGone: 'timeout',
  upstreamUnreachable: 'v2_error',
  upstreamBroken: 'v2_error',
  upstreamFailed: 'v2_error',
  rateLimited: 'v2_error',
  overloaded: 'v2_error',
  listChanging: 'v2_error',
  indexing: 'v2_error',
};

/**
 * What a client would have got from v2, or why there is nothing to compare. An answer that does not fit the contract is
 * compared: its client would have noticed the 502.
 */
export function answerOf({ answer, trace }: Handled): Result<SeenAnswer, NotCompared> {
  const outage = outages[trace.problem ?? ''];
  return outage === undefined ? success(answer) : failure(outage);
}
