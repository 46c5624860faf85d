import type { Outcome } from '../../comparison/createAccounts';
import { success } from '../../translation/result';
import { answerOf } from './answerOf';
import { answerOfV1 } from './answerOfV1';
import { comparePair } from './comparePair';
import type { Copied } from './copyPass';
import type { Desk, Errand } from './desk';

/** Set by the gateway that sends nothing: the request was translated and would be on its way now. */
const UNSENT = 'upstreamUnreachable';

/** Verifies a write that v1 has answered by translating it as well, and sending nothing. */
export async function translateOnly(errand: Errand, copied: Copied, desk: Desk): Promise<Outcome> {
  const v1 = await answerOfV1(copied, desk.limits.bodyBytes);
  if (!v1.ok) return v1.failure;
  if (copied.sent === undefined) return 'too_large';
  const { id, route, authorization, contentType } = errand.request;
  const request = { id, route, authorization, contentType, body: copied.sent, gone: errand.gone };
  const handled = await desk.unsent.handle(request);
  const isTranslated = handled.trace.problem === UNSENT;
  // What v1 refuses and the mapping lets pass is for v2 to refuse, which is not asked.
  if (isTranslated && v1.value.status >= 400) return 'v1_error';
  const answer = isTranslated ? success(v1.value) : answerOf(handled);
  if (!answer.ok) return answer.failure;
  const said = success({ answer: answer.value, raw: [], calls: 0 });
  const answers = { v1: () => Promise.resolve(success(v1.value)), v2: () => Promise.resolve(said) };
  return comparePair(errand, answers, desk);
}
