import type { Answer, Trace } from '../gateway/answer';
import type { Clock } from '../gateway/clock';
import { faultRefusal } from '../gateway/faultRefusal';
import type { GatewayRequest } from '../gateway/gateway';
import { keptHeaders } from '../gateway/keptHeaders';
import { answerRefusal } from '../gateway/refusal';
import type { Stages } from './stages';

/** What v1 said, or why it said nothing. */
export interface FallenBack {
  readonly answer: Answer;
  readonly trace: Partial<Trace>;
}

/** Asks v1 instead, once, in the gateway's own words: the same method, target, key and body. */
export async function fallBack(
  request: GatewayRequest,
  target: string,
  callV1: NonNullable<Stages['callV1']>,
  { clock, deadlineMs }: { readonly clock: Clock; readonly deadlineMs: number },
): Promise<FallenBack> {
  const { method } = request.route.operation.v1;
  const outcome = await callV1({
    method,
    path: target,
    ...(request.authorization === undefined ? {} : { authorization: request.authorization }),
    ...(request.body.length === 0 ? {} : { body: request.body.toString() }),
    requestId: request.id,
    deadlineAt: clock.steady() + deadlineMs,
    ...(method === 'GET' ? { gone: request.gone } : {}),
  });
  if (!outcome.ok) {
    const refusal = faultRefusal(outcome.failure, method !== 'GET');
    const trace = {
      problem: refusal.code,
      ...(refusal.ambiguous === true ? { ambiguous: true as const } : {}),
    };
    return { answer: answerRefusal(refusal, request.id), trace };
  }
  const { status, headers, body } = outcome.value;
  const type = headers['content-type'];
  const kept = { ...keptHeaders(headers), ...(type === undefined ? {} : { 'content-type': type }) };
  return { answer: { status, headers: kept, body: body.toString() }, trace: {} };
}
