import { fallbackFor, type FailurePhase } from '../cutover/fallbackFor';
import type { Decision } from '../cutover/decision';
import { isRefusal } from '../cutover/served';
import type { Side } from '../cutover/stage';
import type { Answer, Trace } from '../gateway/answer';
import type { Clock } from '../gateway/clock';
import type { Gateway, GatewayRequest, Handled } from '../gateway/gateway';
import type { Exchange } from './exchange';
import { fallBack } from './fallBack';
import type { StagedPass } from './passStaged';
import type { ServedBy } from './marks';
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

/** What the client gets, and from which side. */
interface Rescued {
  readonly side: Side;
  readonly by: ServedBy;
  readonly answer: Answer;
  readonly trace: Partial<Trace>;
  readonly rescue?: 'answered' | 'failed';
}

async function rescued(
  handled: Handled,
  { mayFallBack }: Decision,
  [request, target]: readonly [GatewayRequest, string],
  { stages, clock }: V2Means,
): Promise<Rescued> {
  const { phase, answer, trace } = handled;
  const write = request.route.operation.v1.method !== 'GET';
  const { callV1, deadlineMs } = stages;
  const isRescue = phase !== undefined && mayFallBack && fallbackFor(phase, write) === 'v1';
  if (!isRescue || callV1 === undefined) {
    return { side: 'v2', by: 'v2', answer, trace };
  }
  const fallen = await fallBack(request, target, callV1, { clock, deadlineMs });
  const { route, upstreamCalls, detail = phase } = trace;
  const told = { route, upstreamCalls: upstreamCalls + 1, detail: `v2: ${detail}; v1 was asked instead` };
  const rescue = fallen.answer.status < 500 ? 'answered' : 'failed';
  return { side: 'v1', by: 'fallback', rescue, answer: fallen.answer, trace: { ...told, ...fallen.trace } };
}

/** True when v2 is to blame: what it refuses to read but v1 refuses too is the client's own mistake. */
function isBlamed({ phase, trace }: Handled, side: Side, status: number): boolean {
  if (phase === 'untranslatable' && trace.problem === 'invalid') return side === 'v1' && status < 400;
  return isFailure(phase);
}

/** Puts a write that v2 may have executed on the list of ambiguous writes, and reads it back. */
async function noteAmbiguous(
  { resource, operation, caller = '' }: StagedPass,
  [request, target]: readonly [GatewayRequest, string],
  { side, answer, trace }: Rescued,
  means: V2Means,
): Promise<void> {
  // Each part of a bulk change is on the list already.
  if (trace.ambiguous !== true || request.route.operation.each !== undefined) return;
  const { problem = String(answer.status), executed = false } = trace;
  // Without its query: nothing is known of what a client may have put there.
  const asked = `${request.route.operation.v1.method} ${target.replace(/\?.*$/s, '')}`;
  const write = { id: request.id, resource, operation, target: asked, caller, side, problem, executed };
  await means.stages.cutover.ambiguous(write);
  if (!executed) readBackLater(request, target, means);
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
  const outcome = await rescued(handled, decision, [request, target], means);
  const { side, by, answer, trace, rescue } = outcome;
  exchange.note(trace);
  exchange.served(by);
  if (handled.trace.problem !== 'clientGone') {
    stages.cutover.served({
      resource,
      operation,
      caller,
      side: 'v2',
      because: decision.because,
      failed: isBlamed(handled, side, answer.status),
      rescue,
      refused: isRefusal(answer.status, method),
      signature: handled.trace.problem ?? String(answer.status),
      milliseconds,
    });
  }
  await noteAmbiguous(staged, [request, target], outcome, means);
  exchange.answer(answer);
  told?.(handled);
}
