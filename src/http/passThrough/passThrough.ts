import { EventEmitter, once } from 'node:events';
import http, { type IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import type { NextFunction, Request, Response } from 'express';
import { createProxyMiddleware, debugProxyErrorsPlugin, proxyEventsPlugin } from 'http-proxy-middleware';
import { requestHeaders } from './passedMessages';
import { type KeyStyle, withKey } from '../../mapping/profile/keyStyle';
import type { Clock } from '../../contract/clock';
import type { ProblemCode } from '../../gateway/problems';
import { forgetRest, hasBody } from '../server/messages';
import { FairQueue } from '../upstream/fairQueue';
import { upstreamLimits } from '../upstream/upstreamLimits';
import { FollowedPass, type PassOptions } from './followPass';
import type { Exchange } from '../server/exchange';

/** Default limits of the pass-through; times in milliseconds. */
export const passThroughLimits = {
  connections: upstreamLimits.connections,
  resting: upstreamLimits.resting,
  queue: upstreamLimits.queue,
  keepAlive: upstreamLimits.keepAlive,
  /** Longest silence of the upstream. */
  silence: 30_000,
  /** Longest time for one request from its head to the end of its answer. */
  deadline: 60_000,
};

export type PassThroughLimits = Readonly<typeof passThroughLimits>;

interface PassThroughOptions {
  /** The one origin that requests go to, e.g. `https://api.example.com`. */
  readonly origin: string;
  readonly limits: PassThroughLimits;
  readonly clock: Clock;
  /** Returns the path of a target at the upstream. Absent: the same path. */
  readonly outward?: (target: string) => string;
  /** Form in which the upstream takes a key. Absent: `Authorization: Bearer`. */
  readonly keyStyle?: KeyStyle | undefined;
}

/** Hands requests on unchanged: path, body and end-to-end headers there; status, body and end-to-end headers back. */
export type PassThrough = ReturnType<typeof createPassThrough>;

const callerOf = (headers: http.ClientRequestArgs['headers']): string =>
  headers !== undefined && 'authorization' in headers ? String(headers.authorization) : '';

/** Gives each caller separate connections: unrequested data on a kept one reaches no other caller. */
export function openCallerAgent(
  origin: string,
  { keepAlive, resting }: Pick<PassThroughLimits, 'keepAlive' | 'resting'>,
): http.Agent {
  const Base = origin.startsWith('https:') ? https.Agent : http.Agent;
  /** Unused connections, the longest unused one first. */
  const free = new Set<Duplex>();
  const watched = new WeakSet<Duplex>();
  class CallerAgent extends Base {
    override getName(options: http.ClientRequestArgs = {}): string {
      return `${super.getName(options)}:${callerOf(options.headers)}`;
    }

    override keepSocketAlive(socket: Duplex): void {
      const [oldest] = free.size < resting ? [] : free;
      oldest?.destroy();
      free.add(socket);
      if (!watched.has(socket)) socket.once('close', () => free.delete(socket));
      watched.add(socket);
      // It returns whether the connection may be kept, which its types leave out.
      // oxlint-disable-next-line typescript/no-confusing-void-expression
      return super.keepSocketAlive(socket);
    }

    override reuseSocket(socket: Duplex, request: http.ClientRequest): void {
      free.delete(socket);
      super.reuseSocket(socket, request);
    }
  }
  return new CallerAgent({ keepAlive: true, timeout: keepAlive });
}

/** Splits an origin into its parts: http-proxy-middleware would parse a text for each request. */
function targetOf(origin: string) {
  const { protocol, host, hostname, port } = new URL(origin);
  return { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port, path: '/' };
}

/** Writes the key of a request in the upstream's form. An `Authorization` without a key goes on unchanged. */
function writeKey(upstream: http.ClientRequest, request: IncomingMessage, style: KeyStyle): void {
  const { authorization } = request.headers;
  const { authorization: [asSent] = [] } = request.headersDistinct;
  upstream.removeHeader('authorization');
  if (asSent !== undefined) upstream.setHeader('authorization', asSent);
  if (authorization === undefined) return;
  const line = style.outward(authorization);
  if (line.in === 'header') upstream.setHeader(line.name, line.value);
  else upstream.path = withKey(upstream.path, line);
}

/** Creates http-proxy-middleware for its one use: it makes the request, pipes the body, and reports the outcome. */
const openProxy = (
  origin: string,
  agent: http.Agent,
  limits: PassThroughLimits,
  passes: ReadonlyMap<IncomingMessage, FollowedPass>,
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
        if (keyStyle !== undefined) writeKey(upstream, request, keyStyle);
        passes.get(request)?.noteCall(upstream);
      },
      proxyRes: (answer, request) => {
        const followed = passes.get(request);
        const { editHeader } = followed?.options ?? {};
        if (editHeader !== undefined) answer.rawHeaders = answer.rawHeaders.map(editHeader);
        followed?.noteAnswer(answer);
      },
      error: (error, request) => passes.get(request)?.fail(problemOf(error)),
    },
  });

/** Opens a pass-through. Connections are made on demand. */
export function createPassThrough({ origin, limits, clock, ...spoken }: PassThroughOptions) {
  const queue = new FairQueue(limits.connections, limits.queue);
  // A WeakMap would make each collection of garbage look at every pass.
  const passes = new Map<IncomingMessage, FollowedPass>();
  const agent = openCallerAgent(origin, limits);
  const proxy = openProxy(origin, agent, limits, passes, spoken);
  const passEnds = new EventEmitter();
  let underWay = 0;

  /** Gives the request its one answer. `next` is for bugs. */
  const pass = (
    request: Request,
    response: Response,
    exchange: Exchange,
    next: NextFunction,
    options: PassOptions = {},
  ): void => {
    // The middleware gets a separate response. With the client's response it would break off a write that the client
    // does not wait for, and close a connection on which a problem is still to be answered.
    const sendRequest = (): void => void proxy(request, new ServerResponse(request) as Response, next);
    const followed = new FollowedPass(request, response, exchange, options, sendRequest);
    let isStarted = false;
    const startPass = async (): Promise<void> => {
      isStarted = true;
      if (followed.isOver()) return;
      await options.leaving?.();
      if (followed.isOver()) return;
      passes.set(request, followed);
      request.headers = Object.assign(requestHeaders(request), exchange.forwarded);
      followed.begin();
      if (!hasBody(request)) forgetRest(request);
    };
    const party = request.headers.authorization ?? '';
    const refuseDisplaced = (): void => exchange.sendProblem('overloaded', { 'retry-after': '1' });
    const leaveQueue = queue.enter({ party, start: () => void startPass(), displaced: refuseDisplaced });
    if (leaveQueue === undefined) {
      refuseDisplaced();
      return;
    }
    const stopTimer = clock.schedule(limits.deadline, () => {
      leaveQueue();
      followed.fail('upstreamTimeout');
    });
    underWay += 1;
    void followed.released.then(() => {
      stopTimer();
      passes.delete(request);
      if (isStarted) queue.leave(party);
      else leaveQueue();
      if (isStarted) options.released?.();
      underWay -= 1;
      passEnds.emit('pass');
    });
  };
  /** Ends every connection. Resolves when nothing is under way and everything is recorded. */
  const close = async (): Promise<void> => {
    agent.destroy();
    while (underWay > 0) await once(passEnds, 'pass');
  };
  /** Counts the requests under way, and those that wait for a connection. */
  const load = () => ({ active: queue.countTaken(), waiting: queue.waitingCount() });
  return { pass, close, load };
}

function problemOf(error: Error): ProblemCode {
  const malformed = 'code' in error && typeof error.code === 'string' && error.code.startsWith('HPE_');
  return malformed ? 'upstreamBroken' : 'upstreamUnreachable';
}
