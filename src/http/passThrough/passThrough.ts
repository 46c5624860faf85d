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
  /** Until the promise settles. */
  readonly add: (until: Promise<void>) => void;
  /** Resolves when nothing is. */
  readonly none: () => Promise<void>;
}

/** Counts what is under way: a set of it would keep what has ended from the young collector. */
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

/** Limits on what is passed through; milliseconds. */
export interface PassThroughLimits {
  /** Requests under way, each on a connection of its own. */
  readonly connections: number;
  /** Unused connections kept, of all callers together. */
  readonly resting: number;
  /** Requests that may wait for one; the next one is refused at once. */
  readonly queue: number;
  /** Longest silence of the upstream. */
  readonly silence: number;
  /** Longest time for one request from its head to the end of its answer. */
  readonly deadline: number;
  /** Longest time an unused connection is kept. */
  readonly keepAlive: number;
}

/** The limits unless configured. */
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
  /** Path of a target at the upstream; by default its own. */
  readonly outward?: (target: string) => string;
  /** How the upstream is shown a key; absent: in `Authorization: Bearer`. */
  readonly keyStyle?: KeyStyle | undefined;
}

/** Options of one pass. */
interface PassOptions extends PassObserver {
  /** Tried once when the upstream refuses the key that the request bears. */
  readonly otherKey?: OtherKey | undefined;
  /** Called before the first byte of a write is sent, which waits for what it returns; never throws or rejects. */
  readonly leaving?: () => Promise<void> | undefined;
  /** Called once when neither side has anything more to do with a request that was let in. */
  readonly released?: () => unknown;
}

/** Hands requests on as they are: path, body and end-to-end headers; status, body and end-to-end headers back. */
export interface PassThrough {
  /** Sees to it that the request gets its one answer; `next` is for bugs. */
  readonly pass: (
    request: Request,
    response: Response,
    exchange: Exchange,
    next: NextFunction,
    aside?: PassOptions,
  ) => void;
  /** Ends every connection, used or not; resolves when nothing is under way any more, and all of it is recorded. */
  readonly close: () => Promise<void>;
  /** Requests under way and requests that wait for a connection, now. */
  readonly load: () => { readonly active: number; readonly waiting: number };
}

/** Returns an origin in its parts: http-proxy-middleware would read a text anew for each request. */
function targetOf(origin: string) {
  const { protocol, host, hostname, port } = new URL(origin);
  return { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port, path: '/' };
}

/** http-proxy-middleware as far as it is of use: it makes the request and pipes the body, and reports what comes of it. */
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
    // Its logger puts a URL together for each answer, for a log that nobody reads.
    ejectPlugins: true,
    plugins: [debugProxyErrorsPlugin, proxyEventsPlugin],
    proxyTimeout: limits.silence,
    // It would edit headers, and begin an answer that may turn out to be broken.
    selfHandleResponse: true,
    on: {
      // The path goes on as it came. The head is not written yet: the body is piped after this.
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
    // The middleware gets a response of its own: with the client's it would break off a write that the client does not
    // wait for, and close a connection on which a problem is still to be answered.
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
