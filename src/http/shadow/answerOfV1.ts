import type { NotCompared } from '../../comparison/comparison';
import type { SeenAnswer } from '../../comparison/seenAnswer';
import { failure, type Result, success } from '../../translation/result';
import { unpack } from '../unpack';
import type { Copied } from './copyPass';

/** v1's answer as it can be compared, or why it cannot. */
export async function answerOfV1(
  { status, headers, body }: Pick<Copied, 'status' | 'headers' | 'body'>,
  most: number,
): Promise<Result<SeenAnswer, NotCompared>> {
  if (status >= 500 || status === 429) return failure('v1_error');
  if (body === undefined) return failure('too_large');
  const unpacked = await unpack(body, headers['content-encoding'] ?? 'identity', most);
  if (!unpacked.ok) return failure(unpacked.failure === 'tooLarge' ? 'too_large' : 'not_json');
  return success({ status, headers, body: unpacked.value.toString() });
}
