import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';

/** Options of openCallerAgent. */
interface AgentOptions {
  /** Longest time (ms) for which an unused connection is kept. */
  readonly keepAlive: number;
  /** Most unused connections that are kept, of all callers together. */
  readonly maxFree: number;
}

/** Names the caller of a request. */
const callerOf = (headers: http.ClientRequestArgs['headers']): string =>
  headers !== undefined && 'authorization' in headers ? String(headers.authorization) : '';

/**
 * Opens an agent that gives each caller separate connections, as without the gateway: unrequested data of an upstream
 * on a kept connection reaches no other caller.
 */
export function openCallerAgent(origin: string, { keepAlive, maxFree }: AgentOptions): http.Agent {
  const Base = origin.startsWith('https:') ? https.Agent : http.Agent;
  /** Unused connections, the longest unused one first. */
  const free = new Set<Duplex>();
  const watched = new WeakSet<Duplex>();
  class CallerAgent extends Base {
    override getName(options: http.ClientRequestArgs = {}): string {
      return `${super.getName(options)}:${callerOf(options.headers)}`;
    }

    override keepSocketAlive(socket: Duplex): void {
      const [oldest] = free.size < maxFree ? [] : free;
      oldest?.destroy();
      free.add(socket);
      if (!watched.has(socket)) socket.once('close', () => free.delete(socket));
      watched.add(socket);
      // It returns whether the connection may be kept, which its types leave out.
      // oxlint-disable-next-line typescript/no-confusing-void-expression
      return super.keepSocketAlive(socket);
    }

    override reuseSocket(socket: Duplex, request: http.ClientRequest): void {
      free.delete(socket);
      super.reuseSocket(socket, request);
    }
  }
  return new CallerAgent({ keepAlive: true, timeout: keepAlive });
}
