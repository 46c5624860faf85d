import type { RequestHandler } from 'express';
import type { Answer, Trace } from '../gateway/problems';
import type { Clock } from '../contract/clock';
import { answerRefusal, type FailurePhase, fallbackFor, faultRefusal } from '../gateway/refusal';
import type { Gateway, GatewayRequest, Handled } from '../gateway/gateway';
import { keptHeaders } from '../gateway/receive';
import { decideSide, passStaged, type StagedPass, type Stages } from './stagedRequests';
import type { Decision } from '../cutover/stages/decide';
import { isRefusal } from '../cutover/evidence/traffic';
import type { Side } from '../cutover/stages/stage';
import type { Exchange, ServedBy } from './exchange/exchange';
import { readBackLater } from './readBackLater';
import type { Unmapped } from './unmappedRequests';
import type { Exchanges } from './exchange/openExchange';
import { gatewayRequest, readRequestBody } from './gatewayRequest';

/** What v1 said, or why it said nothing. */
interface FallenBack {
  readonly answer: Answer;
  readonly trace: Partial<Trace>;
}

/** Asks v1 instead, once, in the gateway's own words: the same method, target, key and body. */
async function fallBack(
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

/** What answering from v2 needs. */
interface V2Parts {
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
  { stages, clock }: V2Parts,
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
  means: V2Parts,
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
async function answerFromV2(
  staged: StagedPass,
  request: GatewayRequest,
  target: string,
  exchange: Exchange,
  means: V2Parts,
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

/** What answering mapped requests needs. */
export interface Translated extends V2Parts, Pick<Unmapped, 'v1' | 'keys'> {}

/**
 * Answers the requests that an operation is mapped to: match, let the stage decide, and then either hand over to v1 as
 * it is, or read the body, translate, answer.
 */
export function answerTranslated(means: Translated, exchanges: Exchanges): RequestHandler {
  const { gateway, stages, v1, keys } = means;
  return async (request, response, next) => {
    // HEAD is GET without the body (RFC 9110 9.3.2), which Node leaves out by itself.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = gateway.match(method, request.url);
    if (route === undefined) {
      next();
      return;
    }
    const exchange = exchanges.of(response);
    if (!route.ok) {
      exchange.fail(route.failure);
      return;
    }
    const { name: operation, resource, v1: asked } = route.value.operation;
    const decided = decideSide(route.value, request, stages, keys.v1);
    const { caller, decision, target = asked.template } = decided;
    const { stage } = stages.cutover.figures(resource);
    exchange.note(
      caller === undefined ? { route: asked.template, stage } : { route: asked.template, stage, caller },
    );
    if (decision.side === 'gone') {
      exchange.fail('gone');
      return;
    }
    const staged = { ...decided, resource, operation, route: route.value };
    if (decision.side === 'v1' && v1 !== undefined) {
      passStaged(staged, v1.passThrough, stages, [request, response, exchange, next]);
      return;
    }
    exchange.served('v2');
    const body = await readRequestBody(request, response);
    if (!body.ok) {
      exchange.fail(body.failure);
      return;
    }
    const translated = gatewayRequest(request, exchange, route.value, body.value);
    const ended = exchange.goesOn();
    await answerFromV2(staged, translated, target, exchange, means).finally(ended);
  };
}
