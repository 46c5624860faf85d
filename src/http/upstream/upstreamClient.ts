import { Pool } from 'undici';
import type { Upstream, UpstreamAnswer, UpstreamFault, UpstreamRequest } from '../../gateway/upstream';
import type { Clock } from '../../contract/clock';
import { failure, type Result } from '../../contract/result';
import { atEndOfRound } from '../server/eventLoopRounds';
import { connectUpstream } from './connectUpstream';
import { createFairQueue } from '../server/fairQueue';
import { FollowedCall } from './followedCall';

/**
 * The headers of a call, made anew, names and values in turn: nothing of the client's goes along but its authorization.
 * No content coding is asked for: unpacking would cost each answer more than its bytes do on the way.
 */
function upstreamHeaders({ authorization, body, requestId, traceparent }: UpstreamRequest): string[] {
  const headers = ['accept', 'application/json', 'accept-encoding', 'identity'];
  if (authorization !== undefined) headers.push('authorization', authorization);
  if (traceparent !== undefined) headers.push('traceparent', traceparent);
  headers.push('user-agent', 'lifeboat', 'via', '1.1 lifeboat', 'x-request-id', requestId); // RFC 9110 7.6.3
  if (body !== undefined) headers.push('content-type', 'application/json');
  return headers;
}

/** Limits of one instance on its calls to the upstream; milliseconds and bytes. */
export interface UpstreamLimits {
  /** Connections, and so calls under way: one call per connection, never pipelined. */
  readonly connections: number;
  /** Calls that may wait for a connection; the next one is refused at once. */
  readonly queue: number;
  /** Longest wait for a connection to open. */
  readonly connect: number;
  /** Longest silence before an answer's head. */
  readonly headSilence: number;
  /** Longest silence inside an answer's body. */
  readonly bodySilence: number;
  /** Longest time an unused connection is kept. */
  readonly keepAlive: number;
  /** Subtracted from the time the upstream offers to keep a connection, so that it is never used as it closes. */
  readonly keepAliveMargin: number;
  readonly headBytes: number;
  readonly bodyBytes: number;
}

/** The limits unless configured. The silences are idle timers; what ends a dripping answer is the call's deadline. */
export const upstreamLimits: UpstreamLimits = {
  connections: 64,
  queue: 256,
  connect: 2_000,
  headSilence: 5_000,
  bodySilence: 10_000,
  keepAlive: 4_000,
  keepAliveMargin: 2_000,
  headBytes: 16 * 1024,
  bodyBytes: 4 * 1024 * 1024,
};

type Outcome = Result<UpstreamAnswer, UpstreamFault>;

export interface UpstreamOptions {
  /** The one origin that calls go to, e.g. `https://api.example.com`. */
  readonly origin: string;
  readonly limits: UpstreamLimits;
  readonly clock: Clock;
  /** Told of the end of each call, and of the time it took (ms). */
  readonly ended?: ((outcome: Outcome, milliseconds: number) => void) | undefined;
}

/** The upstream port over one pool of connections. */
export interface UpstreamClient {
  readonly call: Upstream;
  /** Refuses new calls and resolves when the calls under way have ended, each by its own deadline at the latest. */
  readonly close: () => Promise<void>;
  /** Calls under way and calls that wait for a connection, now. */
  readonly load: () => { readonly active: number; readonly waiting: number };
}

const done = Promise.resolve();
const nothing = (): void => undefined;

/** Opens the pool; connections are made on demand. */
export function createUpstream({ origin, limits, clock, ended = nothing }: UpstreamOptions): UpstreamClient {
  const pool = openPool(origin, limits);
  // The queue stands before the pool, because undici's own has no end and no way out.
  const queue = createFairQueue(limits.connections, limits.queue);

  const start = (request: UpstreamRequest, wait: number, settled: (outcome: Outcome) => void): void => {
    const { cancel, authorization: party = '' } = request;
    let forget = nothing;
    const awaited = {
      settled: (outcome: Outcome) => {
        forget();
        settled(outcome);
      },
      // Later: by then the connection is free for who comes next.
      released: () => void done.then(() => queue.leave(party)),
    };
    const followed = new FollowedCall(awaited, limits.bodyBytes);
    const leaveQueue = queue.enter({
      party,
      start: () => send(pool, request, followed),
      displaced: () => followed.giveUp('overloaded'),
    });
    if (leaveQueue === undefined) followed.giveUp('overloaded');
    if (leaveQueue === undefined || followed.isSettled) return;
    const giveUp = (kind: 'timeout' | 'cancelled'): void => {
      leaveQueue();
      followed.giveUp(kind);
    };
    const cancelled = (): void => giveUp('cancelled');
    const stopTimer = clock.schedule(wait, () => giveUp('timeout'));
    cancel?.addEventListener('abort', cancelled);
    forget = () => {
      stopTimer();
      cancel?.removeEventListener('abort', cancelled);
    };
  };
  const call: Upstream = (request) =>
    new Promise((resolve) => {
      const began = clock.steady();
      const settled = (outcome: Outcome): void => {
        ended(outcome, clock.steady() - began);
        // Alone it need not wait for others.
        if (queue.taken() <= 1) resolve(outcome);
        else atEndOfRound(() => resolve(outcome));
      };
      const wait = request.deadlineAt - began;
      if (wait <= 0) settled(failure({ kind: 'timeout', sent: false }));
      else if (request.cancel?.aborted === true) settled(failure({ kind: 'cancelled', sent: false }));
      else start(request, wait, settled);
    });
  let closing: Promise<void> | undefined;
  const load = () => ({ active: queue.taken(), waiting: queue.waiting() });
  return { call, close: () => (closing ??= pool.close()), load };
}

function openPool(origin: string, limits: UpstreamLimits): Pool {
  return new Pool(origin, {
    allowH2: false,
    connections: limits.connections,
    pipelining: 1,
    connect: connectUpstream(limits.connect),
    headersTimeout: limits.headSilence,
    bodyTimeout: limits.bodySilence,
    keepAliveTimeout: limits.keepAlive,
    keepAliveMaxTimeout: limits.keepAlive,
    keepAliveTimeoutThreshold: limits.keepAliveMargin,
    maxHeaderSize: limits.headBytes,
    maxResponseSize: limits.bodyBytes,
  });
}

/** Never throws: what undici refuses to send reaches the handler as an error of an unsent call. */
function send(pool: Pool, request: UpstreamRequest, followed: FollowedCall): void {
  const { method, path, body = null } = request;
  pool.dispatch({ method, path, body, headers: upstreamHeaders(request) }, followed);
}
