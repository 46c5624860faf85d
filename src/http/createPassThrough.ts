import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { NextFunction, Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Clock } from '../gateway/clock';
import type { ProblemCode } from '../gateway/problems';
import { afterArrivals } from './afterArrivals';
import { type Attachment, createAttachment } from './createAttachment';
import { createLine } from './createLine';
import { createTurn, type OtherKey } from './createTurn';
import { createUnderWay } from './createUnderWay';
import { followPass, type FollowedPass, type Witness } from './followPass';
import type { Exchange } from './exchange';
import { passedHeaders } from './passedHeaders';
import type { PassThroughLimits } from './passThroughLimits';

export interface PassThroughOptions {
  /** The one origin that requests go to, e.g. `https://api.example.com`. */
  readonly origin: string;
  readonly limits: PassThroughLimits;
  readonly clock: Clock;
}

/** What a request may have beside its client. */
export interface Aside extends Witness {
  /** Tried once when the upstream refuses the key that the request bears. */
  readonly otherKey?: OtherKey | undefined;
}

/** Hands requests on as they are: path, body and end-to-end headers; status, body and end-to-end headers back. */
export interface PassThrough {
  /** Sees to it that the request gets its one answer; `next` is for bugs. */
  readonly pass: (
    request: Request,
    response: Response,
    exchange: Exchange,
    next: NextFunction,
    aside?: Aside,
  ) => void;
  /** Ends every connection, used or not; resolves when nothing is under way any more, and all of it is told. */
  readonly close: () => Promise<void>;
  /** Requests under way and requests that wait for a connection, now. */
  readonly load: () => { readonly active: number; readonly waiting: number };
}

/** http-proxy as far as it is of use: it makes the request and pipes the body, and tells what comes of it. */
const openProxy = (
  origin: string,
  agent: http.Agent,
  limits: PassThroughLimits,
  passes: Attachment<IncomingMessage, FollowedPass>,
) =>
  createProxyMiddleware<Request, Response>({
    target: origin,
    agent,
    changeOrigin: true,
    prependPath: false,
    proxyTimeout: limits.silence,
    // http-proxy would edit headers, and leave a client waiting whose upstream dies inside a body.
    selfHandleResponse: true,
    on: {
      // http-proxy merges slashes and escapes characters. The head is not written yet: that happens a tick later,
      // as long as the agent never makes a request wait, hence the line before it.
      proxyReq: (upstream, request) => {
        upstream.path = request.url;
        passes.get(request)?.began(upstream);
      },
      proxyRes: (answer, request) => passes.get(request)?.answered(answer),
      error: (error, request) => passes.get(request)?.fail(problemOf(error)),
    },
  });

/** Opens a pass-through; connections are made on demand. */
export function createPassThrough({ origin, limits, clock }: PassThroughOptions): PassThrough {
  const line = createLine(limits.connections, limits.queue);
  const underWay = createUnderWay();
  const passes = createAttachment<IncomingMessage, FollowedPass>();
  const agent = openAgent(origin, limits.keepAlive);
  const proxy = openProxy(origin, agent, limits, passes);

  const pass: PassThrough['pass'] = (request, response, exchange, next, aside = {}) => {
    const send = (): void => void proxy(request, response, next);
    const turn = createTurn(request, aside.otherKey, send);
    const followed = followPass(request, response, exchange, aside, turn);
    const start = (): void => {
      if (followed.over()) return;
      passes.set(request, followed);
      request.headers = passedHeaders(request);
      aside.copy?.requested(request);
      turn?.begins();
      send();
    };
    const party = request.headers.authorization ?? '';
    const turnAway = (): void => exchange.fail('overloaded', { 'retry-after': '1' });
    const leaveLine = line.enter({
      party,
      start: () => {
        void followed.released.then(() => line.leave(party));
        // What an upstream has sent unasked on a kept connection is read by then and has closed it, instead of being
        // taken for the answer to this request.
        afterArrivals(start);
      },
      displaced: turnAway,
    });
    if (leaveLine === undefined) turnAway();
    else {
      const stopTimer = clock.schedule(limits.deadline, () => {
        leaveLine();
        followed.fail('upstreamTimeout');
      });
      void followed.released.then(() => {
        stopTimer();
        leaveLine();
      });
      underWay.add(followed.released);
    }
  };
  const load = () => ({ active: line.taken(), waiting: line.waiting() });
  const close = (): Promise<void> => {
    agent.destroy();
    return underWay.none();
  };
  return { pass, close, load };
}

function openAgent(origin: string, keepAlive: number): http.Agent {
  const options = { keepAlive: true, timeout: keepAlive };
  return origin.startsWith('https:') ? new https.Agent(options) : new http.Agent(options);
}

function problemOf(error: Error): ProblemCode {
  const malformed = 'code' in error && typeof error.code === 'string' && error.code.startsWith('HPE_');
  return malformed ? 'upstreamBroken' : 'upstreamUnreachable';
}
