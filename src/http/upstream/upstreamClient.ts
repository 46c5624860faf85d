import { createHash } from 'node:crypto';
import { Socket } from 'node:net';
import { type buildConnector, Client, Pool } from 'undici';
import type { Upstream, UpstreamAnswer, UpstreamFault, UpstreamRequest } from '../../gateway/upstream';
import type { Clock } from '../../contract/clock';
import { type KeyLine, withKey } from '../../mapping/profile/keyStyle';
import type { Result } from '../../contract/result';
import { FairQueue, noOperation } from './fairQueue';
import { FollowedCall } from './followedCall';
import type { UpstreamLimits } from './upstreamLimits';

export interface UpstreamOptions {
  /** The one origin that calls go to, e.g. `https://api.example.com`. */
  readonly origin: string;
  readonly limits: UpstreamLimits;
  readonly clock: Clock;
  /** True to send an `Idempotency-Key` with each write. Absent: none is sent. */
  readonly idempotencyKeys?: boolean;
  /** Called at the end of each call with its duration (ms). */
  readonly onEnded?:
    | ((outcome: Result<UpstreamAnswer, UpstreamFault>, milliseconds: number) => void)
    | undefined;
}

/** The upstream port with its own connections. */
export type UpstreamClient = ReturnType<typeof createUpstream>;

/**
 * Makes the key by which an upstream recognises a write that it has executed already
 * (draft-ietf-httpapi-idempotency-key-header): each call of a request has its own key, the same when it is repeated.
 */
function idempotencyKey({ requestId, method, path }: UpstreamRequest): string {
  const digest = createHash('sha256').update(`${requestId} ${method} ${path}`).digest('hex');
  return `"${digest.slice(0, 32)}"`;
}

/** Returns the header that shows a key; a key in the query has none. */
const keyHeader = ({ in: location, name, value }: KeyLine): readonly string[] =>
  location === 'header' ? [name, value] : [];

/**
 * Builds the headers of a call, names and values in turn. Of the client only the authorization and the carried headers
 * go along. No content coding is asked for: unpacking would cost more than the bytes cost on the way.
 */
function upstreamHeaders(request: UpstreamRequest, idempotencyKeys: boolean): string[] {
  const { method, authorization, body, requestId, carried, keyLine } = request;
  const headers = ['accept', 'application/json', 'accept-encoding', 'identity'];
  if (keyLine !== undefined) headers.push(...keyHeader(keyLine));
  else if (authorization !== undefined) headers.push('authorization', authorization);
  for (const name in carried) headers.push(name, carried[name] ?? '');
  headers.push('user-agent', 'lifeboat', 'via', '1.1 lifeboat', 'x-request-id', requestId); // RFC 9110 7.6.3
  if (body !== undefined) headers.push('content-type', 'application/json');
  // A client's own key also covers what the client repeats.
  if (idempotencyKeys && method !== 'GET' && carried?.['idempotency-key'] === undefined)
    headers.push('idempotency-key', idempotencyKey(request));
  return headers;
}

/** Most callers whose pools are kept, with or without connections. */
const MAX_POOLS = 4_096;

const isIdle = ({ stats }: Pool): boolean => stats.running + stats.pending + stats.queued === 0;

/** Makes undici load its parser now: at the first connection there may be no file descriptor left for it. */
function readParser(): void {
  const connect: buildConnector.connector = (_options, callback) => callback(null, new Socket());
  const client = new Client('http://localhost', { connect });
  void client.request({ method: 'GET', path: '/' }).catch(() => undefined); // this call always fails
  void client.destroy();
}

/** Keeps a pool for each caller, so that no answer reaches another. The longest silent callers lose theirs first. */
function createCallerPools(origin: string, limits: UpstreamLimits) {
  readParser();
  /** Pools in the order of their latest calls. */
  const pools = new Map<string, Pool>();
  const closing = new Set<Promise<void>>();
  let connections = 0;
  let isClosed = false;

  const closePool = (caller: string, pool: Pool): void => {
    pools.delete(caller);
    const closed: Promise<void> = pool.close().finally(() => closing.delete(closed));
    closing.add(closed);
  };
  const openPool = (): Pool =>
    new Pool(origin, {
      connections: limits.connections,
      pipelining: 1,
      allowH2: false,
      connect: { timeout: limits.connect },
      headersTimeout: limits.headSilence,
      bodyTimeout: limits.bodySilence,
      keepAliveTimeout: limits.keepAlive,
      keepAliveMaxTimeout: limits.keepAlive,
      keepAliveTimeoutThreshold: limits.keepAliveMargin,
      maxHeaderSize: limits.headBytes,
      maxResponseSize: limits.bodyBytes,
    })
      .on('connect', () => (connections += 1))
      .on('disconnect', () => (connections -= 1));
  /** Makes room for a further connection and a further pool. */
  const makeRoom = (): void => {
    for (const [caller, pool] of pools) {
      if (connections < limits.connections + limits.resting && pools.size < MAX_POOLS) return;
      if (isIdle(pool)) closePool(caller, pool);
    }
  };
  return {
    /** Returns the pool of a caller, and opens one if there is room. */
    poolOf: (caller: string): Pool => {
      if (isClosed) throw new Error('the upstream is closed');
      const callerPool = pools.get(caller);
      if (callerPool === undefined) makeRoom();
      const pool = callerPool ?? openPool();
      pools.delete(caller);
      pools.set(caller, pool);
      return pool;
    },
    /** Keeps further calls off the caller's connections, after unexpected data on one of them. */
    retire: (caller: string): void => {
      const pool = pools.get(caller);
      if (pool !== undefined) closePool(caller, pool);
    },
    /** Resolves when the calls under way have ended. */
    close: async (): Promise<void> => {
      isClosed = true;
      for (const [caller, pool] of pools) closePool(caller, pool);
      await Promise.all(closing);
    },
  };
}

/** Runs the work of one round of the event loop in a row at its end: a translated request takes a fifth less. */
function createRoundGatherer(): (action: () => void) => void {
  let actions: (() => void)[] = [];
  const run = (): void => {
    const gathered = actions;
    actions = [];
    for (const action of gathered) action();
  };
  return (action) => {
    if (actions.push(action) === 1) setImmediate(run);
  };
}

/** Opens an upstream. Connections are made on demand. */
export function createUpstream(options: UpstreamOptions) {
  const { origin, limits, clock, idempotencyKeys = false, onEnded = noOperation } = options;
  const pools = createCallerPools(origin, limits);
  const queue = new FairQueue(limits.connections, limits.queue);
  const atEndOfRound = createRoundGatherer();

  /** Sends a request whose turn has come. A request that may not be sent ends as an error of an unsent call. */
  const sendRequest = async (request: UpstreamRequest, call: FollowedCall): Promise<void> => {
    await request.notes?.leaves(request);
    const { method, keyLine, body = null, authorization = '' } = request;
    const path = keyLine?.in === 'query' ? withKey(request.path, keyLine) : request.path;
    const headers = upstreamHeaders(request, idempotencyKeys);
    try {
      pools.poolOf(authorization).dispatch({ method, path, body, headers }, call);
    } catch (error) {
      call.onResponseError(undefined, error as Error);
    }
  };
  const call: Upstream = (request) =>
    new Promise((resolve) => {
      const { cancel, deadlineAt, authorization: party = '' } = request;
      const began = clock.steady();
      const followed = new FollowedCall(limits.bodyBytes, {
        settled: (outcome) => {
          stopTimer();
          cancel?.removeEventListener('abort', giveUpCancelled);
          onEnded(outcome, clock.steady() - began);
          atEndOfRound(() => resolve(outcome));
        },
        released: (isOdd) => {
          if (isOdd) pools.retire(party);
          // By then the connection is free for the next call.
          queueMicrotask(() => queue.leave(party));
        },
      });
      let leaveQueue: (() => void) | undefined;
      const giveUp = (kind: 'timeout' | 'cancelled'): void => {
        leaveQueue?.();
        followed.giveUp(kind);
      };
      const giveUpCancelled = (): void => giveUp('cancelled');
      const stopTimer =
        deadlineAt > began ? clock.schedule(deadlineAt - began, () => giveUp('timeout')) : noOperation;
      if (deadlineAt <= began) giveUp('timeout');
      else if (cancel?.aborted === true) giveUp('cancelled');
      else {
        cancel?.addEventListener('abort', giveUpCancelled);
        const start = (): void => void sendRequest(request, followed);
        leaveQueue = queue.enter({ party, start, displaced: () => followed.giveUp('overloaded') });
        if (leaveQueue === undefined) followed.giveUp('overloaded');
      }
    });
  return {
    call,
    /** Refuses new calls and resolves when the calls under way have ended, each by its own deadline at the latest. */
    close: pools.close,
    /** Counts the calls under way, and those that wait for a connection. */
    load: () => ({ active: queue.countTaken(), waiting: queue.waitingCount() }),
  };
}
