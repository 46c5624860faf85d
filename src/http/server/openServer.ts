import http, { type RequestListener, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ProblemCode, TextAnswer } from '../../gateway/problems';

export const MAX_HEADERS = 100;

/** Default limits of one client connection; milliseconds and bytes. */
export const serverLimits = {
  /** Time for a request's head to arrive. */
  head: 10_000,
  /** Time for a whole request to arrive. */
  request: 15_000,
  /** Time for which a connection is kept between requests. */
  keepAlive: 5_000,
  /** Time for which a client may leave an answer unread. */
  unread: 5_000,
  /** Time between checks of the first two limits; Node's own 30 s would let a slow head live for 40 s. */
  check: 1_000,
  headBytes: 16 * 1024,
  connections: 4_096,
};

export type ServerLimits = Readonly<typeof serverLimits>;

export interface Edge {
  readonly listener: RequestListener;
  /** Called for each new connection. */
  readonly connected?: () => void;
  /** Called when a connection has its last answer and is kept. */
  readonly answered?: (socket: Socket) => void;
  /** Called before connections without a request are closed. */
  readonly closing?: () => void;
  /** Makes the answer to unreadable bytes: a separate request, or the rest of the one being received. */
  readonly unreadable: (code: ProblemCode, received: ServerResponse | undefined) => TextAnswer;
}

/** PEM texts for a server that speaks TLS. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** Ignores errors of a connection: its `close` follows, and Node takes its own listener off what it hands over. */
const ignoreErrors = (connection: Duplex): void => void connection.on('error', () => undefined);

/** Creates a server for an edge with every option set. It does not listen yet. Throws on invalid PEM texts. */
export function openServer(edge: Edge, limits: ServerLimits, tls: Tls | undefined): http.Server {
  const options = {
    headersTimeout: limits.head,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: limits.check,
    maxHeaderSize: limits.headBytes,
    // The edge checks it and writes the answer.
    requireHostHeader: false,
  };
  const server =
    tls === undefined
      ? http.createServer(options, edge.listener)
      : https.createServer({ ...options, ...tls }, edge.listener);
  // Node leaves out headers beyond this number, even framing headers. One more than allowed shows that there were more.
  server.maxHeadersCount = MAX_HEADERS + 1;
  server.maxConnections = limits.connections;
  for (const event of ['connection', 'secureConnection'] as const) server.on(event, ignoreErrors);
  if (edge.connected !== undefined) server.on('connection', edge.connected);
  // Node would answer 417 by itself, without a body; RFC 9110 10.1.1 lets a server ignore an unknown expectation.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}
