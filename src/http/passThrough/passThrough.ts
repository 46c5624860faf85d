import { type Agent, type IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { createProxyMiddleware, debugProxyErrorsPlugin, proxyEventsPlugin } from 'http-proxy-middleware';
import { passedHeaders, showKey } from './passedMessages';
import type { KeyStyle } from '../../mapping/profile/keyStyle';
import type { Clock } from '../../contract/clock';
import type { ProblemCode } from '../../gateway/problems';
import { forgetRest, hasBody } from '../server/incoming';
import { createFairQueue } from '../upstream/fairQueue';
import { openCallerAgent } from './callerAgent';
import { createKeyRetry, type OtherKey } from './keyRetry';
import { type FollowedPass, followPass, type PassObserver } from './followPass';
import type { Exchange } from '../server/exchange';

/** Counts the requests under way. */
interface UnderWay {
  /** Counts a piece of work until its promise settles. */
  readonly add: (until: Promise<void>) => void;
  /** Resolves when no work is under way. */
  readonly none: () => Promise<void>;
}

/** Counts work under way: a set of it would keep ended work from the young collector. */
function createUnderWay(): UnderWay {
  let count = 0;
  const waiting: (() => void)[] = [];
  const end = (): void => {
    count -= 1;
    if (count === 0) for (const resume of waiting.splice(0)) resume();
  };
  return {
    add: (until) => {
      count += 1;
      void until.then(end);
    },
    none: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve))),
  };
}

/** Limits of the pass-through; times in milliseconds. */
export interface PassThroughLimits {
  /** Requests under way, each on its own connection. */
  readonly connections: number;
  /** Unused connections that are kept, of all callers together. */
  readonly resting: number;
  /** Requests that may wait for a connection; the next one is refused at once. */
  readonly queue: number;
  /** Longest silence of the upstream. */
  readonly silence: number;
  /** Longest time for one request from its head to the end of its answer. */
  readonly deadline: number;
  /** Longest time an unused connection is kept. */
  readonly keepAlive: number;
}

/** The default limits. */
export const passThroughLimits: PassThroughLimits = {
  connections: 64,
  resting: 1_216,
  queue: 256,
  silence: 30_000,
  deadline: 60_000,
  keepAlive: 4_000,
};

interface PassThroughOptions {
  /** The one origin that requests go to, e.g. `https://api.example.com`. */
  readonly origin: string;
  readonly limits: PassThroughLimits;
  readonly clock: Clock;
  /** Returns the path of a target at the upstream; absent: the same path. */
  readonly outward?: (target: string) => string;
  /** Header in which the upstream takes a key; absent: `Authorization: Bearer`. */
  readonly keyStyle?: KeyStyle | undefined;
}

/** Options of one pass. */
interface PassOptions extends PassObserver {
  /** Key that is tried once when the upstream refuses the request's key. */
  readonly otherKey?: OtherKey | undefined;
  /**
   * Called before a write is sent. Its first byte is sent after the returned promise has resolved; never throws or
   * rejects.
   */
  readonly leaving?: () => Promise<void> | undefined;
  /** Called once when client and upstream are done with an admitted request. */
  readonly released?: () => unknown;
}

/** Hands requests on unchanged: path, body and end-to-end headers there; status, body and end-to-end headers back. */
export interface PassThrough {
  /** Gives the request its one answer; `next` is for bugs. */
  readonly pass: (
    request: Request,
    response: Response,
    exchange: Exchange,
    next: NextFunction,
    aside?: PassOptions,
  ) => void;
  /** Ends every connection; resolves when nothing is under way and everything is recorded. */
  readonly close: () => Promise<void>;
  /** Number of requests under way, and of requests that wait for a connection. */
  readonly load: () => { readonly active: number; readonly waiting: number };
}

/** Splits an origin into its parts: http-proxy-middleware would parse a text for each request. */
function targetOf(origin: string) {
  const { protocol, host, hostname, port } = new URL(origin);
  return { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port, path: '/' };
}

/** Creates http-proxy-middleware for its one use: it makes the request, pipes the body, and reports the outcome. */
const openProxy = (
  origin: string,
  agent: Agent,
  limits: PassThroughLimits,
  passes: WeakMap<IncomingMessage, FollowedPass>,
  { outward = (target) => target, keyStyle }: Pick<PassThroughOptions, 'outward' | 'keyStyle'>,
) =>
  createProxyMiddleware({
    target: targetOf(origin),
    agent,
    changeOrigin: true,
    prependPath: false,
    // Its logger builds a URL for each answer, for a log without a reader.
    ejectPlugins: true,
    plugins: [debugProxyErrorsPlugin, proxyEventsPlugin],
    proxyTimeout: limits.silence,
    // Without this it would edit headers, and begin an answer that may turn out to be broken.
    selfHandleResponse: true,
    on: {
      // The path goes on unchanged. The head is not written yet: the body is piped after this.
      proxyReq: (upstream, request) => {
        upstream.path = outward(request.url ?? '/');
        if (keyStyle !== undefined) showKey(upstream, request, keyStyle);
        passes.get(request)?.began(upstream);
      },
      proxyRes: (answer, request) => passes.get(request)?.answered(answer),
      error: (error, request) => passes.get(request)?.fail(problemOf(error)),
    },
  });

/** Opens a pass-through; connections are made on demand. */
export function createPassThrough({ origin, limits, clock, ...spoken }: PassThroughOptions): PassThrough {
  const queue = createFairQueue(limits.connections, limits.queue);
  const underWay = createUnderWay();
  const passes = new WeakMap<IncomingMessage, FollowedPass>();
  const agent = openCallerAgent(origin, { keepAlive: limits.keepAlive, maxFree: limits.resting });
  const proxy = openProxy(origin, agent, limits, passes, spoken);

  const pass: PassThrough['pass'] = (request, response, exchange, next, aside = {}) => {
    // The middleware gets a separate response. With the client's response it would break off a write that the client
    // does not wait for, and close a connection on which a problem is still to be answered.
    const send = (): void => void proxy(request, new ServerResponse(request) as Response, next);
    const turn = createKeyRetry(request, aside.otherKey, send);
    const followed = followPass(request, response, exchange, aside, turn);
    const start = async (): Promise<void> => {
      if (followed.over()) return;
      await aside.leaving?.();
      if (followed.over()) return;
      passes.set(request, followed);
      request.headers = Object.assign(passedHeaders(request), exchange.forwarded);
      aside.copy?.requested(request);
      turn?.begins();
      send();
      if (!hasBody(request)) forgetRest(request);
    };
    const party = request.headers.authorization ?? '';
    const shed = (): void => exchange.fail('overloaded', { 'retry-after': '1' });
    let isStarted = false;
    const leaveQueue = queue.enter({
      party,
      start: () => {
        isStarted = true;
        void start();
      },
      displaced: shed,
    });
    if (leaveQueue === undefined) {
      shed();
      return;
    }
    const stopTimer = clock.schedule(limits.deadline, () => {
      leaveQueue();
      followed.fail('upstreamTimeout');
    });
    const over = (): void => {
      stopTimer();
      if (isStarted) {
        queue.leave(party);
        aside.released?.();
      } else leaveQueue();
    };
    underWay.add(followed.released.then(over));
  };
  const close = (): Promise<void> => {
    agent.destroy();
    return underWay.none();
  };
  return { pass, close, load: () => ({ active: queue.taken(), waiting: queue.waiting() }) };
}

function problemOf(error: Error): ProblemCode {
  const malformed = 'code' in error && typeof error.code === 'string' && error.code.startsWith('HPE_');
  return malformed ? 'upstreamBroken' : 'upstreamUnreachable';
}
