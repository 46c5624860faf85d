import { readFileSync } from 'node:fs';
import { passThroughLimits } from '../http/passThrough/passThrough';
import { serverLimits } from '../http/server/openServer';

/** Time (ms) beyond `deadlines.shutdown` for the end of a process, which then writes what is left. */
export const ENDING_SPARE_MS = 7_000;

/** Open files that are no connections: Node's own, listeners, logs, stores, the admin port. */
const OWN_FILES = 32;
/** Share of a pool that the comparison has at least: the pairs of different callers run one after another. */
const COMPARING_SHARE = 1 / 10;
/** Pools of connections: translated and passed-through requests and the comparison, each to two upstreams. */
const POOLS = 4 + 2 * COMPARING_SHARE;
/** Divisor of the remaining files: one pool gets at most this fraction. */
const POOL_DIVISOR = 8;
/** Connections of one pool up to which fewer clients are admitted instead. */
const USUAL_CONNECTIONS = 832;

/**
 * Divides a number of open files into connections, so that the process does not run out of them and each admitted
 * client gets an upstream connection in turn. `upstream` caps each pool for clients (in use, and unused), `comparing`
 * the unused connections of each pool for the comparison, as many as those for clients where enough files are left.
 */
export function fitConnections(files: number) {
  const spare = Math.max(files - OWN_FILES, POOLS * POOL_DIVISOR);
  const ofPool = Math.max(USUAL_CONNECTIONS, Math.floor((spare - serverLimits.connections) / POOLS));
  const wanted = passThroughLimits.connections + passThroughLimits.resting;
  const most = Math.min(wanted, ofPool, Math.floor(spare / POOL_DIVISOR));
  const connections = Math.min(passThroughLimits.connections, Math.ceil(most / 2));
  const upstream = { connections, resting: most - connections };
  const clients = Math.min(serverLimits.connections, Math.floor(spare - POOLS * most));
  const leftFiles = spare - POOLS * most - clients;
  const share = Math.floor(upstream.resting * COMPARING_SHARE);
  // Each pair of a caller without an unused connection opens one, at twice the cost of a pair.
  const comparing = Math.min(upstream.resting, share + Math.floor(leftFiles / 2));
  const few = `only ${files} open files are allowed, so at most ${clients} clients are served at a time: raise it with ulimit -n`;
  return { clients, upstream, comparing, warning: clients === serverLimits.connections ? undefined : few };
}

/** Computes the limits from the open files that the system allows (Linux only; no limit elsewhere). */
export function connectionLimits(): ReturnType<typeof fitConnections> {
  try {
    const [, soft = ''] = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    const files = Number(soft);
    return fitConnections(Number.isInteger(files) && files > 0 ? files : Infinity);
  } catch {
    return fitConnections(Infinity);
  }
}

/** Returns the limits of the gateway's and of the admin server in this process. */
export const ownServerLimits = () => ({ ...serverLimits, connections: connectionLimits().clients });
