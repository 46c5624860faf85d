import { Socket } from 'node:net';
import { type buildConnector, Client, Pool } from 'undici';
import type { UpstreamLimits } from './upstreamLimits';

/** Pools of connections, one for each caller. */
export interface CallerPools {
  /** Returns the caller's pool, made on demand. */
  readonly of: (caller: string) => Pool;
  /** Keeps further calls off the caller's connections, after unexpected data on one of them. */
  readonly retire: (caller: string) => void;
  /** Resolves when the calls under way have ended. */
  readonly close: () => Promise<void>;
}

/** Most callers whose pools are kept, with or without connections. */
const MAX_POOLS = 4_096;

const isIdle = ({ stats }: Pool): boolean => stats.running + stats.pending + stats.queued === 0;

/**
 * Makes undici load its parser, which it otherwise does with its first connection. By then there may be no file
 * descriptor left, and a write that was sent would have no answer.
 */
function readParser(): void {
  const connect: buildConnector.connector = (_options, callback) => callback(null, new Socket());
  const client = new Client('http://localhost', { connect });
  void client.request({ method: 'GET', path: '/' }).catch(() => undefined); // this call always fails
  void client.destroy();
}

/**
 * Keeps connections to an upstream by caller, as without the gateway: no answer can reach another caller, whatever an
 * upstream sends unasked. Callers who have been silent longest lose their connections first.
 */
export function createCallerPools(origin: string, limits: UpstreamLimits): CallerPools {
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
      .on('connect', () => {
        connections += 1;
      })
      .on('disconnect', () => {
        connections -= 1;
      });
  /** Makes room for a further connection and a further pool. */
  const makeRoom = (): void => {
    const mayStay = (): boolean =>
      connections < limits.connections + limits.resting && pools.size < MAX_POOLS;
    for (const [caller, pool] of pools) {
      if (mayStay()) return;
      if (isIdle(pool)) closePool(caller, pool);
    }
  };
  return {
    of: (caller) => {
      if (isClosed) throw new Error('the upstream is closed');
      const callerPool = pools.get(caller);
      if (callerPool === undefined) makeRoom();
      const pool = callerPool ?? openPool();
      pools.delete(caller);
      pools.set(caller, pool);
      return pool;
    },
    retire: (caller) => {
      const pool = pools.get(caller);
      if (pool !== undefined) closePool(caller, pool);
    },
    close: async () => {
      isClosed = true;
      for (const [caller, pool] of pools) closePool(caller, pool);
      await Promise.all(closing);
    },
  };
}
