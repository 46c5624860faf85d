import type { NotCompared } from '../../comparison/comparison';
import type { SeenAnswer } from '../../comparison/seenAnswer';
import { failure, type Result, success } from '../../translation/result';
import type { Copied } from './copyPass';
import { unpackBody } from './unpackBody';

/** v1's answer as it can be compared, or why it cannot. */
export async function answerOfV1(
  { status, headers, body }: Pick<Copied, 'status' | 'headers' | 'body'>,
  most: number,
): Promise<Result<SeenAnswer, NotCompared>> {
  if (status >= 500 || status === 429) return failure('v1_error');
  if (body === undefined) return failure('too_large');
  const text = await unpackBody(body, headers['content-encoding'], most);
  return text.ok ? success({ status, headers, body: text.value }) : text;
}
