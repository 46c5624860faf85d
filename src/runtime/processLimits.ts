import { readFileSync } from 'node:fs';
import { passThroughLimits } from '../http/passThrough/passThrough';
import { serverLimits } from '../http/server/openServer';

/** Time (ms) beyond `deadlines.shutdown` for the end of a process, which then writes what is left. */
export const ENDING_SPARE_MS = 7_000;

/** Caps of a pool of connections to an upstream: in use, and unused. */
export interface PoolLimits {
  readonly connections: number;
  readonly resting: number;
}

/** Caps of simultaneous connections, so that the process does not run out of open files. */
interface ConnectionLimits {
  readonly clients: number;
  /** Caps of each pool for clients. */
  readonly upstream: PoolLimits;
  /** Unused connections of each pool for the comparison. */
  readonly comparing: number;
  /** Warning for the operator if the system allows too few open files. */
  readonly warning?: string;
}

/** Open files that are no connections: Node's own, listeners, logs, stores, the admin port. */
const OWN = 32;
/** Share of a pool that the comparison needs: the pairs of different callers run one after another. */
const COMPARING = 1 / 10;
/** Pools of connections: translated and passed-through requests and the comparison, each to two upstreams. */
const POOLS = 4 + 2 * COMPARING;
/** Divisor of the remaining files: one pool gets at most this fraction. */
const PART = 8;
/** Connections of one pool up to which fewer clients are admitted instead. */
const USUAL = 832;

/**
 * Divides a number of open files into connections, so that each admitted client gets an upstream connection in turn.
 */
export function fitConnections(files: number): ConnectionLimits {
  const spare = Math.max(files - OWN, POOLS * PART);
  const connectionsPerPool = Math.max(USUAL, Math.floor((spare - serverLimits.connections) / POOLS));
  const wanted = passThroughLimits.connections + passThroughLimits.resting;
  const most = Math.min(wanted, connectionsPerPool, Math.floor(spare / PART));
  const connections = Math.min(passThroughLimits.connections, Math.ceil(most / 2));
  const upstream = { connections, resting: most - connections };
  const comparing = Math.floor(upstream.resting * COMPARING);
  const clients = Math.min(serverLimits.connections, Math.floor(spare - POOLS * most));
  if (clients === serverLimits.connections) return { clients, upstream, comparing };
  const warning = `only ${files} open files are allowed, so at most ${clients} clients are served at a time: raise it with ulimit -n`;
  return { clients, upstream, comparing, warning };
}

/** Computes the limits from the open files that the system allows (Linux only; no limit elsewhere). */
export function connectionLimits(): ConnectionLimits {
  try {
    const [, soft = ''] = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    const files = Number(soft);
    return fitConnections(Number.isInteger(files) && files > 0 ? files : Infinity);
  } catch {
    return fitConnections(Infinity);
  }
}
