import { Pool } from 'undici';
import type { Clock } from '../gateway/clock';
import type { Upstream, UpstreamAnswer, UpstreamFault, UpstreamRequest } from '../gateway/upstream';
import { failure, type Result } from '../translation/result';
import { atEndOfRound } from './atEndOfRound';
import { connectUpstream } from './connectUpstream';
import { createLine } from './createLine';
import { FollowedCall } from './followedCall';
import { upstreamHeaders } from './upstreamHeaders';
import type { UpstreamLimits } from './upstreamLimits';

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
  // The line stands before the pool, because undici's own has no end and no way out.
  const line = createLine(limits.connections, limits.queue);

  const start = (request: UpstreamRequest, wait: number, settled: (outcome: Outcome) => void): void => {
    const { gone, authorization: party = '' } = request;
    let forget = nothing;
    const awaited = {
      settled: (outcome: Outcome) => {
        forget();
        settled(outcome);
      },
      // Later: by then the connection is free for who comes next.
      released: () => void done.then(() => line.leave(party)),
    };
    const followed = new FollowedCall(awaited, limits.bodyBytes);
    const leaveLine = line.enter({
      party,
      start: () => send(pool, request, followed),
      displaced: () => followed.giveUp('overloaded'),
    });
    if (leaveLine === undefined) followed.giveUp('overloaded');
    if (leaveLine === undefined || followed.isSettled) return;
    const giveUp = (kind: 'timeout' | 'cancelled'): void => {
      leaveLine();
      followed.giveUp(kind);
    };
    const cancelled = (): void => giveUp('cancelled');
    const stopTimer = clock.schedule(wait, () => giveUp('timeout'));
    gone?.addEventListener('abort', cancelled);
    forget = () => {
      stopTimer();
      gone?.removeEventListener('abort', cancelled);
    };
  };
  const call: Upstream = (request) =>
    new Promise((resolve) => {
      const began = clock.steady();
      const settled = (outcome: Outcome): void => {
        ended(outcome, clock.steady() - began);
        // Alone it need not wait for others.
        if (line.taken() <= 1) resolve(outcome);
        else atEndOfRound(() => resolve(outcome));
      };
      const wait = request.deadlineAt - began;
      if (wait <= 0) settled(failure({ kind: 'timeout', sent: false }));
      else if (request.gone?.aborted === true) settled(failure({ kind: 'cancelled', sent: false }));
      else start(request, wait, settled);
    });
  let closing: Promise<void> | undefined;
  const load = () => ({ active: line.taken(), waiting: line.waiting() });
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
