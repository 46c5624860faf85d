import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { passThroughLimits } from '../http/passThrough/passThrough';
import { serverLimits } from '../http/server/openServer';

const OLDEST = [20, 19] as const;
const OLDEST_MAINTAINED = 22;

/** What is wrong with running on a Node version such as `v20.20.2`; undefined for a maintained long-term release. */
export function nodeWarning(version: string): string | undefined {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const advice = 'use Node 22 or 24';
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    return `Node ${version} is too old for Lifeboat (it needs ${OLDEST.join('.')} or later): ${advice}`;
  }
  if (major < OLDEST_MAINTAINED) return `Node ${version} gets no security fixes any more: ${advice}`;
  if (major % 2 === 1) return `Node ${version} is not a long-term release: ${advice}`;
  return undefined;
}

/** Percent of what a full collection leaves that the old generation may grow by before the next one. */
const GROWTH = 60;

/**
 * Has V8 collect its old generation earlier than it would by itself, which lets it grow up to fourfold while requests
 * are many: under load 148 MB instead of 176, at the same speed. With 10% it is 139 MB, at three quarters of the speed.
 */
export function growSlowly(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}

/** How many connections there may be at a time, so that the process does not run out of open files. */
interface ConnectionLimits {
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
