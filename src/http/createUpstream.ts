import { Pool } from 'undici';
import type { Clock } from '../gateway/clock';
import type { Upstream, UpstreamAnswer, UpstreamFault, UpstreamRequest } from '../gateway/upstream';
import { failure, type Result } from '../translation/result';
import { createLine } from './createLine';
import { followCall, type FollowedCall } from './followCall';
import { upstreamHeaders } from './upstreamHeaders';
import type { UpstreamLimits } from './upstreamLimits';

export interface UpstreamOptions {
  /** The one origin that calls go to, e.g. `https://api.example.com`. */
  readonly origin: string;
  readonly limits: UpstreamLimits;
  readonly clock: Clock;
}

/** The upstream port over one pool of connections. */
export interface UpstreamClient {
  readonly call: Upstream;
  /** Refuses new calls and resolves when the calls under way have ended, each by its own deadline at the latest. */
  readonly close: () => Promise<void>;
  /** Calls under way and calls that wait for a connection, now. */
  readonly load: () => { readonly active: number; readonly waiting: number };
}

/** Opens the pool; connections are made on demand. */
export function createUpstream({ origin, limits, clock }: UpstreamOptions): UpstreamClient {
  const pool = openPool(origin, limits);
  // The line stands before the pool, because undici's own has no end and no way out.
  const line = createLine(limits.connections, limits.queue);

  const call = async (request: UpstreamRequest): Promise<Result<UpstreamAnswer, UpstreamFault>> => {
    const wait = request.deadlineAt - clock.steady();
    if (wait <= 0) return failure({ kind: 'timeout', sent: false });
    if (request.gone?.aborted === true) return failure({ kind: 'cancelled', sent: false });

    const followed = followCall();
    const party = request.authorization ?? '';
    const leaveLine = line.enter({
      party,
      start: () => {
        send(pool, request, followed);
        void followed.released.then(() => line.leave(party));
      },
      displaced: () => followed.giveUp('overloaded'),
    });
    if (leaveLine === undefined) return failure({ kind: 'overloaded', sent: false });

    const giveUp = (kind: 'timeout' | 'cancelled') => (): void => {
      leaveLine();
      followed.giveUp(kind);
    };
    const cancelled = giveUp('cancelled');
    const stopTimer = clock.schedule(wait, giveUp('timeout'));
    request.gone?.addEventListener('abort', cancelled);
    try {
      return await followed.outcome;
    } finally {
      stopTimer();
      request.gone?.removeEventListener('abort', cancelled);
    }
  };
  let closing: Promise<void> | undefined;
  const load = () => ({ active: line.taken(), waiting: line.waiting() });
  return { call, close: () => (closing ??= pool.close()), load };
}

function openPool(origin: string, limits: UpstreamLimits): Pool {
  return new Pool(origin, {
    allowH2: false,
    connections: limits.connections,
    pipelining: 1,
    connect: { timeout: limits.connect },
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
function send(pool: Pool, request: UpstreamRequest, { handler }: FollowedCall): void {
  const { method, path, body = null } = request;
  pool.dispatch({ method, path, body, headers: upstreamHeaders(request) }, handler);
}
