import { readFileSync } from 'node:fs';
import { passThroughLimits } from '../http/passThroughLimits';
import { serverLimits } from '../http/serverLimits';

/** How many connections there may be at a time, so that the process does not run out of open files. */
export interface ConnectionLimits {
  readonly clients: number;
  /** For each pool of connections to an upstream. */
  readonly upstream: number;
  /** What the operator is told when that is less than it might be. */
  readonly warning?: string;
}

/** Open files that are no such connections: Node's own, listeners, logs, stores, the admin port. */
const OWN = 32;
/** Two ways, translated and passed on, to two upstreams. */
const POOLS = 4;
/** Of what is left, one pool of connections to an upstream gets this part at most. */
const PART = 8;

/** Connections that fit into so many open files; each client that is let in finds an upstream connection in its turn. */
export function fitConnections(files: number): ConnectionLimits {
  const spare = Math.max(files - OWN, POOLS * PART);
  const upstream = Math.min(passThroughLimits.connections, Math.floor(spare / PART));
  const clients = Math.min(serverLimits.connections, spare - POOLS * upstream);
  if (clients === serverLimits.connections) return { clients, upstream };
  const warning = `only ${files} open files are allowed, so at most ${clients} clients are served at a time: raise it with ulimit -n`;
  return { clients, upstream, warning };
}

/** Reads what the system allows this process (Linux; elsewhere nothing is known, and nothing is cut). */
export function connectionLimits(): ConnectionLimits {
  try {
    const [, soft = ''] = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    const files = Number(soft);
    return fitConnections(Number.isInteger(files) && files > 0 ? files : Infinity);
  } catch {
    return fitConnections(Infinity);
  }
}
