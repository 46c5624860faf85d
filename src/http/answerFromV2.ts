import { fallbackFor, type FailurePhase } from '../cutover/fallbackFor';
import type { Side } from '../cutover/stage';
import type { Answer, Trace } from '../gateway/answer';
import type { Clock } from '../gateway/clock';
import type { Gateway, GatewayRequest, Handled } from '../gateway/gateway';
import type { Exchange } from './exchange';
import { fallBack } from './fallBack';
import type { StagedPass } from './passStaged';
import { readBackLater } from './readBackLater';
import type { Stages } from './stages';

/** What answering from v2 needs. */
export interface V2Means {
  readonly gateway: Gateway;
  readonly stages: Stages;
  readonly clock: Clock;
}

/** True for a failure that v2 has to answer for; a refusal is an answer. */
const isFailure = (phase: FailurePhase | undefined): boolean => phase !== undefined && phase !== 'refused';

async function rescued(
  handled: Handled,
  request: GatewayRequest,
  target: string,
  { stages, clock }: V2Means,
): Promise<{ readonly side: Side; readonly answer: Answer; readonly trace: Partial<Trace> }> {
  const { phase, answer, trace } = handled;
  const write = request.route.operation.v1.method !== 'GET';
  const { callV1, deadlineMs } = stages;
  if (phase === undefined || callV1 === undefined || fallbackFor(phase, write) !== 'v1') {
    return { side: 'v2', answer, trace };
  }
  const fallen = await fallBack(request, target, callV1, { clock, deadlineMs });
  const { route, upstreamCalls, detail = phase } = trace;
  const told = { route, upstreamCalls: upstreamCalls + 1, detail: `v2: ${detail}; v1 was asked instead` };
  return { side: 'v1', answer: fallen.answer, trace: { ...told, ...fallen.trace } };
}

/** True when v2 is to blame: what it refuses to read but v1 refuses too is the client's own mistake. */
function isBlamed({ phase, trace }: Handled, side: Side, status: number): boolean {
  if (phase === 'untranslatable' && trace.problem === 'invalid') return side === 'v1' && status < 400;
  return isFailure(phase);
}

/** Answers through the translation; where the decision allows it, v1 answers what v2 provably has not executed. */
export async function answerFromV2(
  staged: StagedPass,
  request: GatewayRequest,
  target: string,
  exchange: Exchange,
  means: V2Means,
): Promise<void> {
  const { gateway, stages, clock } = means;
  const { resource, operation, caller = '', decision } = staged;
  const { id, route, authorization, contentType } = request;
  const { method } = route.operation.v1;
  const { beside } = decision;
  const told = stages.beside?.onV2({
    id,
    method,
    target,
    route,
    authorization,
    contentType,
    caller,
    beside,
  });
  const began = clock.steady();
  const handled = await gateway.handle(request);
  const milliseconds = clock.steady() - began;
  const { side, answer, trace } = decision.mayFallBack
    ? await rescued(handled, request, target, means)
    : { answer: handled.answer, trace: handled.trace, side: 'v2' as const };
  exchange.note(trace);
  exchange.served(side);
  if (handled.trace.problem !== 'clientGone') {
    stages.cutover.served({
      resource,
      operation,
      caller,
      side: 'v2',
      because: decision.because,
      failed: isBlamed(handled, side, answer.status),
      signature: handled.trace.problem ?? String(answer.status),
      milliseconds,
    });
  }
  // Of a change of several each part is on the list already.
  if (trace.ambiguous === true && request.route.operation.each === undefined) {
    const problem = trace.problem ?? String(answer.status);
    const write = {
      id,
      resource,
      operation,
      // Without its query: nothing is known of what a client may have put there.
      target: `${method} ${target.replace(/\?.*$/s, '')}`,
      caller,
      side,
      problem,
    };
    await stages.cutover.ambiguous(write);
    readBackLater(request, target, means);
  }
  exchange.answer(answer);
  told?.(handled);
}
