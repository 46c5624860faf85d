import type { IncomingHttpHeaders } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { Cutover } from '../cutover/cutover';
import type { Upstream } from '../gateway/upstream';
import type { ShadowedRequest, ShadowObserver } from './shadowPort';
import type { Trace } from '../gateway/problems';
import { digestKey, fingerprintOf, type Keys, readBearer } from '../gateway/keys/clientKeys';
import type { Decision } from '../cutover/stages/decide';
import type { Side } from '../cutover/stages/stage';
import type { Route } from '../gateway/gateway';
import { targetForV1 } from '../gateway/routes';
import { isSameSecret } from './admin/adminAccess';
import { isRefusal } from '../cutover/evidence/traffic';
import type { PassThrough } from './passThrough/passThrough';
import type { Exchange } from './exchange/exchange';
import type { PassObserver } from './passThrough/followPass';

/** What the edge needs to let the stage of a resource decide. */
export interface Stages {
  readonly cutover: Pick<Cutover, 'decide' | 'figures' | 'served' | 'ambiguous' | 'noteFound'>;
  /** With it beside `X-Lifeboat-Force` a request chooses its side; undefined: nobody does. */
  readonly adminToken: string | undefined;
  /** Asks v1 in the gateway's own words, where it answers what v2 could not; absent without a v1. */
  readonly callV1: Upstream | undefined;
  /** Most time (ms) for that. */
  readonly deadlineMs: number;
  /** What is done beside served requests; absent: nothing. */
  readonly beside?: ShadowObserver | undefined;
}

/** The fingerprint of whoever shows a key, for the log and for a stage: of the key itself where nobody knows it. */
export function presentedCaller(
  authorization: string | undefined,
  keys: Pick<Keys, 'identify'>,
): Pick<Trace, 'caller'> {
  const known = keys.identify(authorization);
  if (known !== undefined) return { caller: known.fingerprint };
  const key = readBearer(authorization);
  return key === undefined ? {} : { caller: fingerprintOf(digestKey(key)) };
}

/** The side that the operator asks for; without the admin token beside it the header is not there. */
function forcedSide(headers: IncomingHttpHeaders, adminToken: string | undefined): Side | undefined {
  const force = headers['x-lifeboat-force'];
  if (force !== 'v1' && force !== 'v2') return undefined;
  const token = headers['x-lifeboat-token'];
  return typeof token === 'string' && isSameSecret(token, adminToken) ? force : undefined;
}

/** Who asks, who answers, and the target to ask v1 with; without one nothing is asked of it. */
interface Decided {
  readonly caller: string | undefined;
  readonly decision: Decision;
  readonly target: string | undefined;
}

/** Lets the stage of a resource decide who answers a request. */
export function decideSide(
  route: Route,
  { headers, url: asked }: Pick<Request, 'headers' | 'url'>,
  { cutover, adminToken }: Stages,
  keys: Keys,
): Decided {
  const { caller } = presentedCaller(headers.authorization, keys);
  const decision = cutover.decide(route.operation.resource, caller, forcedSide(headers, adminToken));
  const target = targetForV1(route, asked);
  if (target !== undefined) return { caller, decision, target };
  return { caller, decision: { ...decision, beside: 'nothing', mayFallBack: false }, target };
}

/** One request whose stage has decided. */
export interface StagedPass extends Decided {
  readonly resource: string;
  readonly operation: string;
  readonly route: Route;
}

function shadowedRequest(
  { caller = '', decision, route }: StagedPass,
  id: string,
  { method, url: target, headers }: Request,
): ShadowedRequest {
  const { authorization, 'content-type': contentType } = headers;
  return { id, method, target, route, caller, beside: decision.beside, authorization, contentType };
}

/** Hands a request to v1, untouched but for a login in its path, and tells the cutover how it ended. */
export function passStaged(
  staged: StagedPass,
  v1: PassThrough,
  { cutover, beside }: Stages,
  [request, response, exchange, next]: readonly [Request, Response, Exchange, NextFunction],
): void {
  const { resource, operation, caller = '', decision, target: asked, route } = staged;
  if (asked === undefined) {
    exchange.fail('badPath');
    return;
  }
  request.url = asked;
  const { method, path } = request;
  exchange.served(decision.because === 'breaker' ? 'fallback' : 'v1');
  const copy = beside?.onV1(shadowedRequest(staged, exchange.id, request));
  response.once('close', () => {
    const { problem } = exchange.trace();
    copy?.ended(problem === undefined);
    if (problem === 'clientGone') return;
    const { statusCode } = response;
    cutover.served({
      ...{ resource, operation, caller, side: 'v1', because: decision.because },
      failed: problem !== undefined || statusCode >= 500,
      refused: isRefusal(statusCode, route.operation.v1.method),
      signature: problem ?? String(statusCode),
      milliseconds: exchange.age(),
    });
  });
  const doubted: PassObserver['doubted'] = (problem) => {
    const target = `${method} ${path}`;
    void cutover.ambiguous({ id: exchange.id, resource, operation, target, caller, side: 'v1', problem });
  };
  v1.pass(request, response, exchange, next, { copy, doubted });
}
