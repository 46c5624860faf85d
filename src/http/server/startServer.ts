import type { Server } from 'node:http';
import https from 'node:https';
import type { Clock } from '../../contract/clock';
import { failure, type Result, success } from '../../contract/result';
import { answerUnreadable } from './unreadableRequests';
import { closeGracefully, cutUnread, followConnections } from './connections';
import { type Edge, openServer, type ServerLimits, type Tls } from './openServer';

interface ServerOptions {
  readonly edge: Edge;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly tls: Tls | undefined;
  readonly limits: ServerLimits;
  readonly clock: Clock;
}

/** A server that listens. */
export interface RunningServer {
  /** Its origin, e.g. `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Serves new connections with this certificate; has no effect without TLS. */
  readonly useTls: (tls: Tls) => void;
  /**
   * Stops listening, lets requests finish within the grace time (ms), then forces the end; resolves when all is closed.
   */
  readonly close: (grace: number) => Promise<void>;
}

/** The reason why a server does not listen, for the person who started it. */
interface ListenFailure {
  /** `EADDRINUSE`, `EACCES`, .. */
  readonly code: string;
  /** Names the address and the remedy. */
  readonly message: string;
}

/**
 * Connections that may wait to be accepted, as many as Linux allows (`net.core.somaxconn`), however few are admitted. A
 * further connection is dropped silently, and its client tries again seconds later.
 */
const BACKLOG = 4096;

/** Serves an edge on one address. Throws when the certificate or key is no PEM text, or they do not match. */
export function startServer(options: ServerOptions): Promise<Result<RunningServer, ListenFailure>> {
  const { edge, host, port, tls, limits, clock } = options;
  const server = openServer(edge, limits, tls);
  const connections = followConnections(server, edge.answered);
  cutUnread(server, connections, limits.unread);
  answerUnreadable(server, connections, edge, clock);
  const useTls = (next: Tls): void => {
    if (server instanceof https.Server) server.setSecureContext(next);
  };
  const close = closeGracefully(server, connections, clock);
  return new Promise((resolve) => {
    // A later connection that cannot be accepted is no fault of the others.
    server.on('error', (error) => resolve(failure(describeListenError(error, host, port))));
    server.listen({ port, host, backlog: BACKLOG }, () => {
      const scheme = tls === undefined ? 'http' : 'https';
      const origin = `${scheme}://${bracketed(host)}:${boundPort(server)}`;
      const end = (grace: number): Promise<void> => {
        edge.closing?.();
        return close(grace);
      };
      resolve(success({ origin, useTls, close: end }));
    });
  });
}

/** Returns an IPv6 address in the form of an origin. */
const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

function boundPort(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken already: stop the program that has it, or choose another port (0 for any free one)',
  EACCES: 'may not be used by this user: choose a port above 1023',
  EADDRNOTAVAIL: 'is not an address of this machine: choose one of its own, or 0.0.0.0 for all of them',
  ENOTFOUND: 'cannot be found: is the host name written right?',
};

/** Explains why a server does not listen on an address, with the remedy. */
export function describeListenError(error: Error, host: string, port: number): ListenFailure {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  return { code, message: `${address} ${remedies[code] ?? `cannot be listened on (${code})`}` };
}
