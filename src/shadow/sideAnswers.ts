import type { NotCompared, RawAnswer, SeenAnswer } from '../comparison/compare/answerPair';
import { failure, type Result, success } from '../contract/result';
import { unpack } from '../http/upstream/contentEncoding';
import type { Copied } from './copyPass';
import type { ShadowedRequest } from '../http/shadowPort';
import type { ShadowParts } from './shadowParts';
import type { Handled, Route } from '../gateway/gateway';
import { problemAnswer } from '../gateway/problems';

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

/** Asks v1 for a read, in the gateway's own words. */
export async function askV1(
  { target: path, authorization, id: requestId }: ShadowedRequest,
  { callV1, limits }: Pick<ShadowParts, 'callV1' | 'limits'>,
  { deadlineAt, gone }: { readonly deadlineAt: number; readonly gone: AbortSignal },
): Promise<Result<SeenAnswer, NotCompared>> {
  const key = authorization === undefined ? {} : { authorization };
  const outcome = await callV1({ method: 'GET', path, ...key, requestId, deadlineAt, cancel: gone });
  if (outcome.ok) {
    const { status, headers, body } = outcome.value;
    const whole = body.length > limits.bodyBytes ? undefined : body;
    return answerOfV1({ status, headers, body: whole }, limits.bodyBytes);
  }
  const { kind } = outcome.failure;
  if (kind === 'tooLarge') return failure('too_large');
  return failure(kind === 'timeout' || kind === 'cancelled' ? 'timeout' : 'v1_error');
}

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
export function answerOf({ answer, refusal }: Handled): Result<SeenAnswer, NotCompared> {
  const outage = outages[refusal?.code ?? ''];
  return outage === undefined ? success(answer) : failure(outage);
}

/** What v2 says, in the v1 shape and in its own. */
export interface SaidByV2 {
  readonly answer: SeenAnswer;
  readonly raw: readonly RawAnswer[];
  /** What of them did not fit; absent when all did. */
  readonly unfit?: string;
  /** Calls that it took. */
  readonly calls: number;
}

/** What v2 said when it was asked through the translation, with its own answers. */
export function saidByV2(
  { answer, upstreamCalls: calls, refusal }: Handled,
  raw: readonly RawAnswer[],
): SaidByV2 {
  const detail = refusal?.detail;
  return { answer, raw, calls, ...(detail === undefined ? {} : { unfit: detail }) };
}

/** The answer of a client that v2 keeps waiting until its deadline. */
const silent = (requestId: string): SeenAnswer => problemAnswer('upstreamTimeout', requestId);

/** Asks v2 for a read through the translation, over the comparison's own connections. */
export async function askV2(
  { id, authorization, caller }: Pick<ShadowedRequest, 'id' | 'authorization' | 'caller'>,
  route: Route,
  { gateway, raw, limits, clock }: Pick<ShadowParts, 'gateway' | 'raw' | 'limits' | 'clock'>,
  { gone, spend }: { readonly gone: AbortSignal; readonly spend: (caller: string, calls: number) => void },
): Promise<Result<SaidByV2, NotCompared>> {
  raw.begin(id);
  const begun = clock.steady();
  const request = { id, route, authorization, contentType: undefined, body: Buffer.alloc(0), cancel: gone };
  const handled = await gateway.handle(request);
  const said = saidByV2(handled, raw.take(id));
  spend(caller, said.calls);
  // The comparison ends with its own deadline, part of which was spent in its queue. A v2 that was silent for half of it
  // is as good as dead; one that had less time is not to blame.
  if (handled.refusal?.code === 'clientGone' && clock.steady() - begun >= limits.deadline / 2)
    return success({ ...said, answer: silent(id), unfit: 'upstream timeout' });
  const answer = answerOf(handled);
  if (!answer.ok) return answer;
  return Buffer.byteLength(said.answer.body) > limits.bodyBytes ? failure('too_large') : success(said);
}
