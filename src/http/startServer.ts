import type { Server } from 'node:http';
import type { Clock } from '../gateway/clock';
import { failure, success, type Result } from '../translation/result';
import { answerUnreadable } from './answerUnreadable';
import { closeGracefully } from './closeGracefully';
import { describeListenError } from './describeListenError';
import type { Edge } from './edge';
import { followConnections } from './followConnections';
import { openServer, type Tls } from './openServer';
import type { ServerLimits } from './serverLimits';

export interface ServerOptions {
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
  /** Where it can be reached, e.g. `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Stops listening, lets requests finish within the grace time (ms), then forces; resolves when all is closed. */
  readonly close: (grace: number) => Promise<void>;
}

/** Why nothing listens, for the person who started it. */
export interface ListenFailure {
  /** `EADDRINUSE`, `EACCES`, .. */
  readonly code: string;
  /** Names the address and says what to do. */
  readonly message: string;
}

/** Serves an edge on one address. Throws when the certificate or key is no PEM text, or they do not belong together. */
export function startServer(options: ServerOptions): Promise<Result<RunningServer, ListenFailure>> {
  const { edge, host, port, tls, limits, clock } = options;
  const server = openServer(edge, limits, tls);
  const connections = followConnections(server);
  answerUnreadable(server, connections, edge, clock, limits.unread);
  const close = closeGracefully(server, connections, clock);
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(failure(describeListenError(error, host, port))));
    // As many may wait to be accepted as are accepted: beyond it the system drops them, to be tried again a second later.
    server.listen({ port, host, backlog: limits.connections }, () => {
      const scheme = tls === undefined ? 'http' : 'https';
      resolve(success({ origin: `${scheme}://${bracketed(host)}:${boundPort(server)}`, close }));
    });
  });
}

/** An IPv6 address as it stands in an origin. */
const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

function boundPort(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
