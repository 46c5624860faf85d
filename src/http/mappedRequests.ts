import type { IncomingHttpHeaders } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { after, caught, ended } from '../contract/later';
import type { Side } from '../cutover/stages/stage';
import type { RequestContext } from '../gateway/context';
import type { Route } from '../gateway/gateway';
import { type Outcome, type Pipeline, serve } from '../gateway/pipeline';
import { recordPass } from '../gateway/outcome/records';
import { isSameSecret } from './admin/adminAccess';
import type { Exchange, Exchanges } from './exchange/exchange';
import type { PassObserver } from './passThrough/followPass';
import type { PassThrough } from './passThrough/passThrough';
import type { ShadowedRequest, ShadowObserver } from './shadowPort';

/** Parts of answerMapped. */
export interface MappedParts {
  readonly pipeline: Pipeline;
  /** Takes requests that their stage hands over to v1; absent without a v1. */
  readonly v1?: PassThrough | undefined;
  /** With it beside `X-Lifeboat-Force` a request chooses its side; undefined: nobody does. */
  readonly adminToken?: string | undefined;
  /** Compares answers in the shadow of the traffic; absent: nothing is compared. */
  readonly shadow?: ShadowObserver | undefined;
}

/** The side that the operator asks for; without the admin token beside it the header is not there. */
function forcedSide(headers: IncomingHttpHeaders, adminToken: string | undefined): Side | undefined {
  const force = headers['x-lifeboat-force'];
  if (force !== 'v1' && force !== 'v2') return undefined;
  const token = headers['x-lifeboat-token'];
  return typeof token === 'string' && isSameSecret(token, adminToken) ? force : undefined;
}

/** A request as the comparison sees it; `target` is what v1 is asked with. */
export function shadowedRequest(context: RequestContext, route: Route, target: string): ShadowedRequest {
  const { id, method, authorization, contentType, fingerprint: caller = '', decision } = context;
  const compare = decision?.compare ?? 'nothing';
  return { id, method, target, route, caller, compare, authorization, contentType };
}

/** Hands a request to v1, untouched but for a login in its path, and records how it ended. */
function passToV1(
  { pipeline, shadow }: MappedParts,
  v1: PassThrough,
  { target, route }: Extract<Outcome, { kind: 'passToV1' }>,
  [request, response, exchange, next]: readonly [Request, Response, Exchange, NextFunction],
): void {
  request.url = target;
  const copy = shadow?.onV1(shadowedRequest(exchange, route, target));
  response.once('close', () => {
    copy?.ended(exchange.facts.problem === undefined);
    const ended = { status: response.statusCode, milliseconds: exchange.age() };
    recordPass(pipeline, exchange, route, ended);
  });
  const { method, path } = request;
  const { resource, name: operation } = route.operation;
  const caller = exchange.fingerprint ?? '';
  const ambiguous: PassObserver['ambiguous'] = (problem) => {
    const write = { id: exchange.id, resource, operation, target: `${method} ${path}`, caller, problem };
    void pipeline.stages.cutover.ambiguous({ ...write, side: 'v1' });
  };
  v1.pass(request, response, exchange, next, { copy, ambiguous });
}

/** Answers the requests that an operation is mapped to; all others go on. */
export function answerMapped(parts: MappedParts, exchanges: Exchanges): RequestHandler {
  const { pipeline, v1, adminToken } = parts;
  const carryOut = (outcome: Outcome, given: readonly [Request, Response, Exchange, NextFunction]): void => {
    const [, , exchange] = given;
    switch (outcome.kind) {
      case 'problem':
        // A body that its client broke off is no bad request: the log says that the client has disconnected.
        if (!exchange.cancel.aborted) exchange.fail(outcome.code);
        return;
      case 'passToV1':
        if (v1 === undefined) exchange.fail('gone');
        else passToV1(parts, v1, outcome, given);
        return;
      case 'answer':
        exchange.answer(outcome.answer);
        outcome.afterwards?.();
        return;
    }
  };
  return (request, response, next) => {
    const exchange = exchanges.of(response);
    const outcome = serve(pipeline, exchange, forcedSide(request.headers, adminToken));
    if (outcome === undefined) {
      next();
      return;
    }
    const goneOn = exchange.goesOn();
    const given = [request, response, exchange, next] as const;
    ended(
      caught(() => after(outcome, (settled) => carryOut(settled, given)), next),
      goneOn,
    );
  };
}
