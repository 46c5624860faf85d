import https from 'node:https';
import type { Clock } from '../../contract/clock';
import { failure, type Result, success } from '../../contract/result';
import { answerUnreadable, prepareClose, cutUnreadConnections, followConnections } from './connections';
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

export interface RunningServer {
  readonly origin: string;
  /** Serves new connections with this certificate; has no effect without TLS. */
  readonly useTls: (tls: Tls) => void;
  /** Stops listening, lets requests finish within the grace time (ms), then forces the end. */
  readonly close: (grace: number) => Promise<void>;
}

/** Connections that may wait to be accepted, as many as Linux allows: a further one is dropped silently. */
const BACKLOG = 4096;

/** Serves an edge on one address. Throws when the certificate or key is no PEM text, or they do not match. */
export function startServer(options: ServerOptions): Promise<Result<RunningServer, ListenFailure>> {
  const { edge, host, port, tls, limits, clock } = options;
  const server = openServer(edge, limits, tls);
  const connections = followConnections(server, edge.answered);
  cutUnreadConnections(server, connections, limits.unread);
  answerUnreadable(server, connections, edge, clock);
  const useTls = (next: Tls): void => {
    if (server instanceof https.Server) server.setSecureContext(next);
  };
  const close = prepareClose(server, connections, clock);
  return new Promise((resolve) => {
    // A later connection that cannot be accepted is no fault of the others.
    server.on('error', (error) => resolve(failure(describeListenError(error, host, port))));
    server.listen({ port, host, backlog: BACKLOG }, () => {
      const scheme = tls === undefined ? 'http' : 'https';
      const address = server.address();
      const boundPort = typeof address === 'object' && address !== null ? address.port : 0;
      const origin = `${scheme}://${withPort(host, boundPort)}`;
      const end = (grace: number): Promise<void> => {
        edge.closing?.();
        return close(grace);
      };
      resolve(success({ origin, useTls, close: end }));
    });
  });
}

const withPort = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

type ListenFailure = ReturnType<typeof describeListenError>;

const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken already: stop the program that has it, or choose another port (0 for any free one)',
  EACCES: 'may not be used by this user: choose a port above 1023',
  EADDRNOTAVAIL: 'is not an address of this machine: choose one of its own, or 0.0.0.0 for all of them',
  ENOTFOUND: 'cannot be found: is the host name written right?',
};

/** Explains why a server does not listen on an address, with the remedy. */
export function describeListenError(error: Error, host: string, port: number) {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  return { code, message: `${withPort(host, port)} ${remedies[code] ?? `cannot be listened on (${code})`}` };
}
