import http, { IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import { bornWith } from './bornWith';
import type { Edge } from './edge';
import { MOST_HEADERS } from './mostHeaders';
import type { ServerLimits } from './serverLimits';

/** PEM texts for a server that speaks TLS. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

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
  if (edge.connected !== undefined) server.on('connection', edge.connected);
  // Node would answer 417 by itself, without a body; RFC 9110 10.1.1 lets a server ignore what it does not know.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}
