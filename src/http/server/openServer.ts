import http, { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import type { ProblemCode, TextAnswer } from '../../gateway/problems';

/** A constructor of Node's messages. */
type Constructor = new (...given: never[]) => object;

/**
 * Makes a constructor whose instances are born with the given prototype.
 *
 * Express 5 calls `Object.setPrototypeOf` on every request and response. V8 then takes each of them for a stranger, and
 * its property look-ups leave the fast path. On an object that has the prototype already the call does nothing, and
 * `http.createServer` lets us choose both constructors. It has to be a plain function: what is constructed through a
 * `Proxy` or with a `new.target` of its own is slower still. And it has to come after Node's constructor in a chain:
 * V8 looks there for how many properties an instance will have. Without, most of them lie outside the object, and some
 * property later, one with a symbol for its name, turns it into a dictionary. Measured for an answer of 1 KB, CPU time:
 * 88 us as Express does it, 140 us through a `Proxy`, 42 us without the chain, 20 us like this, 17 us without Express.
 */
export function bornWith<Given extends Constructor>(constructor: Given, prototype: object): Given;
export function bornWith(constructor: Constructor, prototype: object): unknown {
  const born = function (this: object, ...given: never[]): void {
    // Node's message classes are functions of the old kind, which may be applied to an object that exists already.
    Reflect.apply(constructor, this, given);
  };
  born.prototype = prototype;
  Object.setPrototypeOf(born, constructor);
  return born;
}

/** Header lines that a request may have. */
export const MOST_HEADERS = 100;

/** Limits on one client connection; milliseconds and bytes. */
export interface ServerLimits {
  /** Time for a request's head to arrive. */
  readonly head: number;
  /** Time for a whole request to arrive. */
  readonly request: number;
  /** Time for which a connection is kept between requests. */
  readonly keepAlive: number;
  /** Time for which a client may take nothing of an answer that is there for it. */
  readonly unread: number;
  /** Time between looks at the first two; Node's own 30 s would let a slow head live for 40. */
  readonly check: number;
  readonly headBytes: number;
  readonly connections: number;
}

/** The limits unless configured. */
export const serverLimits: ServerLimits = {
  head: 10_000,
  request: 15_000,
  keepAlive: 5_000,
  unread: 5_000,
  check: 1_000,
  headBytes: 16 * 1024,
  connections: 4_096,
};

/** Options of openServer. */
export interface Edge {
  /** The Express application whose prototypes requests and responses are born with. */
  readonly app: Express;
  readonly listener: RequestListener;
  /** Called for each new connection. */
  readonly connected?: () => void;
  /** Called when a connection has its last answer and is kept. */
  readonly answered?: (socket: Socket) => void;
  /** Called before connections without a request are closed. */
  readonly closing?: () => void;
  /** Makes the answer to what Node could not read: a request of its own, or the rest of the one being received. */
  readonly unreadable: (code: ProblemCode, received: ServerResponse | undefined) => TextAnswer;
}

/** PEM texts for a server that speaks TLS. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/**
 * Ignores the errors of a connection, each of which its `close` follows: Node takes its own listener off a connection that
 * it hands over, for CONNECT or an upgrade, and an error without a listener would end the process.
 */
const ignoreErrors = (connection: Duplex): void => void connection.on('error', () => undefined);

/** Makes a server for an edge with every knob set; it does not listen yet. Throws on PEM texts that are none. */
export function openServer(edge: Edge, limits: ServerLimits, tls: Tls | undefined): http.Server {
  const options = {
    IncomingMessage: bornWith(IncomingMessage, edge.app.request),
    ServerResponse: bornWith(ServerResponse, edge.app.response),
    headersTimeout: limits.head,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: limits.check,
    maxHeaderSize: limits.headBytes,
    // The edge checks it, with an answer of its own.
    requireHostHeader: false,
  };
  const server =
    tls === undefined
      ? http.createServer(options, edge.listener)
      : https.createServer({ ...options, ...tls }, edge.listener);
  // Node leaves out what is beyond this, framing headers too. One more than is allowed shows that there were more.
  server.maxHeadersCount = MOST_HEADERS + 1;
  server.maxConnections = limits.connections;
  for (const event of ['connection', 'secureConnection'] as const) server.on(event, ignoreErrors);
  if (edge.connected !== undefined) server.on('connection', edge.connected);
  // Node would answer 417 by itself, without a body; RFC 9110 10.1.1 lets a server ignore what it does not know.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}
