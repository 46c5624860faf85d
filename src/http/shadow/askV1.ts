import type { NotCompared } from '../../comparison/comparison';
import type { SeenAnswer } from '../../comparison/seenAnswer';
import { failure, type Result } from '../../translation/result';
import { answerOfV1 } from './answerOfV1';
import type { BesideRequest } from './beside';
import type { ShadowParts } from './shadowParts';

/** Asks v1 for a read, in the gateway's own words. */
export async function askV1(
  { target: path, authorization, id: requestId }: BesideRequest,
  { callV1, limits }: Pick<ShadowParts, 'callV1' | 'limits'>,
  { deadlineAt, gone }: { readonly deadlineAt: number; readonly gone: AbortSignal },
): Promise<Result<SeenAnswer, NotCompared>> {
  const key = authorization === undefined ? {} : { authorization };
  const outcome = await callV1({ method: 'GET', path, ...key, requestId, deadlineAt, gone });
  if (outcome.ok) {
    const { status, headers, body } = outcome.value;
    const whole = body.length > limits.bodyBytes ? undefined : body;
    return answerOfV1({ status, headers, body: whole }, limits.bodyBytes);
  }
  const { kind } = outcome.failure;
  if (kind === 'tooLarge') return failure('too_large');
  return failure(kind === 'timeout' || kind === 'cancelled' ? 'timeout' : 'v1_error');
}
