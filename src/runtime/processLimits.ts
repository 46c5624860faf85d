import { readFileSync } from 'node:fs';
import { passThroughLimits } from '../http/passThrough/passThrough';
import { serverLimits } from '../http/server/openServer';

/** Time (ms) beyond `deadlines.shutdown` that the end of a process may take: for what is written then. */
export const ENDING_SPARE_MS = 7_000;

/** Caps of a pool of connections to an upstream: in use, and unused. */
export interface PoolLimits {
  readonly connections: number;
  readonly resting: number;
}

/** Caps of simultaneous connections, so that the process does not run out of open files. */
interface ConnectionLimits {
  readonly clients: number;
  /** Of each pool for clients. */
  readonly upstream: PoolLimits;
  /** Silent connections of each pool for the comparison. */
  readonly comparing: number;
  /** Warning for the operator if the system allows too few. */
  readonly warning?: string;
}

/** Open files other than connections: Node's own, listeners, logs, stores, the admin port. */
const OWN = 32;
/** Size of a pool for the comparison, by that of one for clients: a pair of one caller follows that of another there. */
const COMPARING = 1 / 10;
/** Pools of connections: translated and passed-through requests and the comparison, each to two upstreams. */
const POOLS = 4 + 2 * COMPARING;
/** Divisor for one pool: it gets at most this fraction of the remaining files. */
const PART = 8;
/** Connections of one pool that clients give way to. */
const USUAL = 832;

/** Fits the connections into a number of open files, so that each admitted client gets an upstream connection in turn. */
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

/** Computes the limits from the open files the system allows (Linux only; no limit is applied elsewhere). */
export function connectionLimits(): ConnectionLimits {
  try {
    const [, soft = ''] = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    const files = Number(soft);
    return fitConnections(Number.isInteger(files) && files > 0 ? files : Infinity);
  } catch {
    return fitConnections(Infinity);
  }
}
