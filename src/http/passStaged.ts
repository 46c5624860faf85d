import type { NextFunction, Request, Response } from 'express';
import type { Decision } from '../cutover/decision';
import type { Route } from '../gateway/gateway';
import type { PassThrough } from './createPassThrough';
import type { Exchange } from './exchange';
import type { Witness } from './followPass';
import type { BesideRequest } from './shadow/beside';
import type { Stages } from './stages';

/** One request that its stage gives to v1. */
export interface StagedPass {
  readonly resource: string;
  readonly operation: string;
  readonly caller: string | undefined;
  readonly decision: Decision;
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

/** Hands a request to v1 untouched, and tells the cutover how it ended. */
export function passStaged(
  staged: StagedPass,
  v1: PassThrough,
  { cutover, beside }: Stages,
  [request, response, exchange, next]: readonly [Request, Response, Exchange, NextFunction],
): void {
  const { resource, operation, caller = '', decision } = staged;
  const { method, path } = request;
  exchange.served('v1');
  const copy = beside?.onV1(besideRequest(staged, exchange.id, request));
  response.once('close', () => {
    const { problem } = exchange.trace();
    copy?.ended(problem === undefined);
    if (problem === 'clientGone') return;
    const { statusCode } = response;
    cutover.served({
      ...{ resource, operation, caller, side: 'v1', because: decision.because },
      failed: problem !== undefined || statusCode >= 500,
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
