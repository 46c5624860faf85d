import type { RequestListener, ServerResponse } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { after, type Later } from '../contract/result';
import type { Side } from '../cutover/stages/stage';
import type { RequestContext } from '../gateway/context';
import type { Route } from '../gateway/gateway';
import { type Outcome, type Pipeline, serve } from '../gateway/pipeline';
import { noteWrites } from '../gateway/outcome/writeNotes';
import { recordPass } from '../gateway/outcome/recordOutcome';
import { isSameSecret } from './admin/adminAccess';
import { createAttachment } from './exchange/attachment';
import type { EdgeRequest } from './exchange/edgeRequest';
import type { Exchange, Exchanges } from './exchange/exchange';
import type { PassObserver } from './passThrough/followPass';
import type { PassThrough } from './passThrough/passThrough';
import { readJsonBytes } from '../gateway/requestBody';
import { copyBody, type PassCopy, type ShadowedRequest, type ShadowObserver } from './shadowPort';

/** Parts of answerMapped. */
export interface MappedParts {
  readonly pipeline: Pipeline;
  /** Takes requests that their stage hands over to v1; absent without a v1. */
  readonly v1?: PassThrough | undefined;
  /** With it and `X-Lifeboat-Force` a request chooses its side; undefined: nobody does. */
  readonly adminToken?: string | undefined;
  /** Compares answers in the shadow of the traffic; absent: nothing is compared. */
  readonly shadow?: ShadowObserver | undefined;
}

/** The side that the operator asks for; without the admin token the header is ignored. */
function forcedSide(request: EdgeRequest, adminToken: string | undefined): Side | undefined {
  const force = request.header('x-lifeboat-force');
  if (force !== 'v1' && force !== 'v2') return undefined;
  const token = request.header('x-lifeboat-token');
  return token !== undefined && isSameSecret(token, adminToken) ? force : undefined;
}

/** A request as the comparison sees it; `target` is what v1 is asked with. */
export function shadowedRequest(context: RequestContext, route: Route, target: string): ShadowedRequest {
  const { id, method, authorization, contentType, fingerprint: caller = '', decision } = context;
  const compare = decision?.compare ?? 'nothing';
  return { id, method, target, route, caller, compare, authorization, contentType };
}

type Pass = Extract<Outcome, { kind: 'passToV1' }>;

/** Bytes of a passed body up to which its habits are read. */
const MOST_READ = 64 * 1024;
const nothing = (): void => undefined;

/** Reads the habits of a body that flows to v1, while v1 works on it. */
function withHabits(
  copy: PassCopy | undefined,
  exchange: Exchange,
  { operation }: Route,
): PassCopy | undefined {
  const ofBody = operation.habits?.ofBody;
  if (ofBody === undefined) return copy;
  return {
    ...{ answered: nothing, ended: nothing, ...copy },
    requested: (request) => {
      copy?.requested(request);
      request.pause(); // it flows when http-proxy-middleware has come to pipe it, a few ticks from now
      const body = copyBody(request, MOST_READ);
      request.once('end', () => {
        const bytes = body();
        const read = bytes && readJsonBytes(bytes, 'drop');
        if (read?.ok === true) exchange.habits |= ofBody(read.value);
      });
    },
  };
}

/** Acts when the client has its answer or has disconnected: killed before, nobody would know what became of its write. */
function whenAnswered(response: ServerResponse, action: () => void): void {
  if (response.writableFinished || response.destroyed) action();
  else response.once('close', action);
}

/** Hands a request to v1, untouched but for a login in its path, and records how it ended. */
function passToV1(
  { pipeline, shadow }: MappedParts,
  v1: PassThrough,
  { target, route }: Pass,
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
  let listed: Later<void>;
  const ambiguous: PassObserver['ambiguous'] = (problem) => {
    const write = { id: exchange.id, resource, operation, target: `${method} ${path}`, caller, problem };
    listed = pipeline.stages.cutover.ambiguous({ ...write, side: 'v1' });
  };
  const notes = noteWrites(pipeline.journal, exchange, route);
  const noted = notes && {
    leaving: () => notes.leavesForV1(),
    released: () => void after(listed, () => whenAnswered(response, () => notes.ended())),
  };
  v1.pass(request, response, exchange, next, {
    copy: withHabits(copy, exchange, route),
    ambiguous,
    ...noted,
  });
}

/** The next handler, for requests that `answer` leaves and for errors. */
interface Ways {
  readonly express: RequestListener;
  readonly failed: (thrown: unknown, exchange: Exchange) => void;
}

/** Answers the requests that an operation is mapped to. */
export interface MappedRequests {
  /**
   * Answers a request before Express has seen it, which costs a third of what the answer does; false where no operation
   * is mapped to it. `express` gets those that go to v1, `failed` what is thrown.
   */
  readonly answer: (request: EdgeRequest, exchange: Exchange, ways: Ways) => boolean;
  /** Hands those over to v1 that `answer` has left to it. */
  readonly passOn: RequestHandler;
}

/** Makes what answers the requests that an operation is mapped to. */
export function answerMapped(parts: MappedParts, exchanges: Exchanges): MappedRequests {
  const { pipeline, v1, adminToken } = parts;
  const handedOver = createAttachment<ServerResponse, Pass>();

  const carryOut = (outcome: Outcome, exchange: Exchange, handOver: (pass: Pass) => void): void => {
    switch (outcome.kind) {
      case 'problem':
        // A body that its client broke off is no bad request: the log says that the client has disconnected.
        if (!exchange.cancel.aborted) exchange.fail(outcome.code);
        return;
      case 'passToV1':
        if (v1 === undefined) exchange.fail('gone');
        else handOver(outcome);
        return;
      case 'answer':
        exchange.answerInRow(outcome.answer);
        exchange.endNotes();
        outcome.afterwards?.();
        return;
    }
  };
  return {
    answer: (request, exchange, { express, failed }) => {
      const outcome = serve(pipeline, exchange, forcedSide(request, adminToken));
      if (outcome === undefined) return false;
      const handOver = (pass: Pass): void => {
        exchange.handOver((message, response) => {
          handedOver.set(response, pass);
          express(message, response);
        });
      };
      const goneOn = exchange.goesOn();
      const carriedOut = (settled: Outcome): void => {
        carryOut(settled, exchange, handOver);
        goneOn();
      };
      const bug = (thrown: unknown): void => {
        failed(thrown, exchange);
        goneOn();
      };
      void after(outcome, carriedOut, bug);
      return true;
    },
    passOn: (request, response, next) => {
      const pass = handedOver.get(response);
      if (pass === undefined || v1 === undefined) next();
      else passToV1(parts, v1, pass, [request, response, exchanges.of(response), next]);
    },
  };
}
