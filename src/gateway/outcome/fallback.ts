import type { Method } from '../../mapping/compile/compiledOperation';
import type { RequestContext } from '../context';
import type { Handled } from '../gateway';
import type { Answer } from '../problems';
import { keptHeaders } from '../receiveAnswer';
import { answerRefusal, faultRefusal } from '../refusal';
import type { Upstream } from '../upstream';

/** The client's own request, as far as it may be repeated. */
interface Asked {
  readonly method: Method;
  readonly target: string;
  readonly deadlineAt: number;
}

/** The answer of v1, or the refusal without one. */
type Instead = Pick<Handled, 'answer' | 'refusal'>;

/** Asks v1 once, by a request of the gateway with the client's method, target, key and body. */
export async function askV1Instead(
  callV1: Upstream,
  { id, authorization, body, cancel, notes }: RequestContext,
  { method, target, deadlineAt }: Asked,
): Promise<Instead> {
  const outcome = await callV1({
    method,
    path: target,
    ...(authorization === undefined ? {} : { authorization }),
    ...(body.length === 0 ? {} : { body: body.toString() }),
    requestId: id,
    deadlineAt,
    ...(method === 'GET' ? { cancel } : { notes: notes && { leaves: () => notes.leavesForV1() } }),
  });
  if (!outcome.ok) {
    const { code, ambiguous = false, ...details } = faultRefusal(outcome.failure, method !== 'GET');
    return { answer: answerRefusal({ code, ambiguous, ...details }, id), refusal: { code, ambiguous } };
  }
  const { status, headers, body: answered } = outcome.value;
  const type = headers['content-type'];
  const v1Headers = { ...keptHeaders(headers), ...(type === undefined ? {} : { 'content-type': type }) };
  const answer: Answer = { status, headers: v1Headers, body: answered.toString(), isAsCame: true };
  return { answer };
}
