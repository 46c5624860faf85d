import type { NotCompared, RawAnswer, SeenAnswer } from '../comparison/compare/answerPair';
import { definedMembers, failure, type Result, success } from '../contract/result';
import { unpack } from '../http/upstream/followedCall';
import type { CopiedPass } from './copyPassedAnswer';
import type { ShadowedRequest } from '../http/shadowPort';
import type { ShadowParts } from './shadowParts';
import type { MadeAnswer, Route } from '../gateway/gateway';
import { cursorSideOf } from '../gateway/lists/cursorSide';
import { textAnswer, problemAnswer } from '../gateway/problems';
import { answerInMappingForm } from '../gateway/outcome/pairDialect';
import type { PairWire } from '../mapping/profile/wire';
import { NOT_MODIFIED } from '../gateway/translatedCall';

/** Prepares v1's answer for the comparison, or returns the reason why it cannot be compared. */
export async function prepareV1Answer(
  { status, headers, body }: Pick<CopiedPass, 'status' | 'headers' | 'body'>,
  { most, wire }: { readonly most: number; readonly wire: Pick<PairWire, 'readForm'> },
): Promise<Result<SeenAnswer, NotCompared>> {
  if (status >= 500 || status === 429) return failure('v1_error');
  if (status === NOT_MODIFIED) return failure('not_json');
  if (body === undefined || body.length > most) return failure('too_large');
  const unpacked = await unpack(body, headers['content-encoding'] ?? 'identity', most);
  if (!unpacked.ok) return failure(unpacked.failure === 'tooLarge' ? 'too_large' : 'not_json');
  return success(answerInMappingForm({ status, headers, body: unpacked.value.toString() }, wire));
}

/** Sends a read to v1 in a separate request of the gateway. */
export async function askV1(
  { target: path, authorization, clientHeaders: carried, id: requestId }: ShadowedRequest,
  { callV1, limits, wire }: Pick<ShadowParts, 'callV1' | 'limits' | 'wire'>,
  { deadlineAt, cancel }: { readonly deadlineAt: number; readonly cancel: AbortSignal },
): Promise<Result<SeenAnswer, NotCompared>> {
  const call = { method: 'GET' as const, path, authorization, carried, requestId, deadlineAt, cancel };
  const outcome = await callV1(definedMembers(call));
  if (!outcome.ok) return failure(failuresOfV1[outcome.failure.kind] ?? 'v1_error');
  return prepareV1Answer(outcome.value, { most: limits.bodyBytes, wire });
}

/** Reasons for failed calls to v1 that are not v1's fault. */
const failuresOfV1: Partial<Record<string, NotCompared>> = {
  tooLarge: 'too_large',
  timeout: 'timeout',
  cancelled: 'timeout',
};

/** Problems of the comparison itself: its deadline, v2's rate limit, a list or an index that is not ready. */
const outages: Partial<Record<string, NotCompared>> = {
  clientGone: 'timeout',
  rateLimited: 'v2_error',
  overloaded: 'v2_error',
  listChanging: 'v2_error',
  indexing: 'v2_error',
};

/**
 * Returns the answer that a client would have got from v2, or the reason why there is nothing to compare. A v2 that
 * fails, is silent, cannot be reached or violates its contract is compared, because a client would notice the 502 or
 * 504.
 */
export function clientAnswer({ answer, refusal }: MadeAnswer): Result<SeenAnswer, NotCompared> {
  const outage = outages[refusal?.code ?? ''];
  if (outage !== undefined) return failure(outage);
  if (answer.status === NOT_MODIFIED) return failure('not_json');
  return success(textAnswer(answer));
}

/** An answer of v2, in the v1 shape and in its own. */
export interface V2Answer {
  readonly answer: SeenAnswer;
  readonly raw: readonly RawAnswer[];
  /** The contract violation of v2, if any. */
  readonly unfit?: string;
  /** Number of calls to v2. */
  readonly calls: number;
}

/** Joins a translated answer of v2 and its own answers. */
export function v2AnswerOf(
  { answer, upstreamCalls: calls, refusal }: MadeAnswer,
  raw: readonly RawAnswer[],
): V2Answer {
  return definedMembers({ answer: textAnswer(answer), raw, calls, unfit: refusal?.detail });
}

/** Answer for a client whose deadline passes while it waits for v2. */
const answerOfSilence = (requestId: string): SeenAnswer => problemAnswer('upstreamTimeout', requestId);

/** The signal that ends a read of v2 early, and the function that books its calls. */
interface AskedRead {
  readonly cancel: AbortSignal;
  readonly spend: (caller: string, calls: number) => void;
}

/** Asks v2 for a read through the translation, over the comparison's own connections. */
export async function askV2(
  shadowed: Pick<ShadowedRequest, 'id' | 'authorization' | 'clientHeaders' | 'caller'>,
  route: Route,
  { gateway, raw, limits, clock }: Pick<ShadowParts, 'gateway' | 'raw' | 'limits' | 'clock'>,
  { cancel, spend }: AskedRead,
): Promise<Result<V2Answer, NotCompared>> {
  // What v2 would answer with a cursor of v1, and the other way round, is another page.
  if (cursorSideOf(route) !== undefined) return failure('v2_error');
  const { id, authorization, clientHeaders, caller } = shadowed;
  raw.begin(id);
  const begunAt = clock.steady();
  const askedRequest = { id, route, authorization, clientHeaders, contentType: undefined, cancel };
  const request = { ...askedRequest, body: Buffer.alloc(0) };
  const madeAnswer = await gateway.handle(request);
  const v2Answer = v2AnswerOf(madeAnswer, raw.take(id));
  // A caller's own calls come first: after this refusal, v2 gets no further call for the caller within the minute.
  spend(caller, madeAnswer.refusal?.code === 'rateLimited' ? Infinity : v2Answer.calls);
  // The deadline of the comparison includes the time in its queue. A v2 that was silent for half of it counts as a
  // timeout; a v2 that had less time is not to blame.
  if (madeAnswer.refusal?.code === 'clientGone' && clock.steady() - begunAt >= limits.deadlineMs / 2)
    return success({ ...v2Answer, answer: answerOfSilence(id), unfit: 'upstream timeout' });
  const refused = clientAnswer(madeAnswer);
  if (!refused.ok) return refused;
  if (Buffer.byteLength(v2Answer.answer.body) > limits.bodyBytes) return failure('too_large');
  return success(v2Answer);
}
