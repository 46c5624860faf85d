import type { NextFunction, Request, Response } from 'express';
import { isRefusal } from '../cutover/served';
import type { Route } from '../gateway/gateway';
import type { PassThrough } from './createPassThrough';
import type { Decided } from './decideSide';
import type { Exchange } from './exchange';
import type { Witness } from './followPass';
import type { BesideRequest } from './shadow/beside';
import type { Stages } from './stages';

/** One request whose stage has decided. */
export interface StagedPass extends Decided {
  readonly resource: string;
  readonly operation: string;
  readonly route: Route;
}

function besideRequest(
  { caller = '', decision, route }: StagedPass,
  id: string,
  { method, url: target, headers }: Request,
): BesideRequest {
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
  const copy = beside?.onV1(besideRequest(staged, exchange.id, request));
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
  const doubted: Witness['doubted'] = (problem) => {
    const target = `${method} ${path}`;
    void cutover.ambiguous({ id: exchange.id, resource, operation, target, caller, side: 'v1', problem });
  };
  v1.pass(request, response, exchange, next, { copy, doubted });
}
