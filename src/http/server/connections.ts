import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextRound } from 'node:timers/promises';
import type { Clock } from '../../contract/clock';
import type { ProblemCode, TextAnswer } from '../../gateway/problems';
import type { Edge } from './openServer';

interface Connection {
  /** Answers that are owed, in the order of their requests. */
  readonly owed: ServerResponse[];
  /** The request being received; undefined once it is whole and answered: an idle connection keeps nothing alive. */
  latest: IncomingMessage | undefined;
}

type Connections = ReadonlyMap<Duplex, Connection>;

/** Closes an answer that waits behind another: Node does not report its end, and its request would wait for ever. */
function closeQueued(response: ServerResponse): void {
  response.destroy();
  response.emit('close');
}

/** Follows the requests of each connection, in a list of its own: the old tables of a set would keep their entries. */
export function followConnections(server: Server, answered?: (socket: Socket) => void): Connections {
  const connections = new Map<Duplex, Connection>();
  // A separate function: values that a listener closes over live as long as the connection, even its first request.
  const followSocket = (socket: Socket): Connection => {
    const openedConnection: Connection = { owed: [], latest: undefined };
    connections.set(socket, openedConnection);
    socket.once('close', () => {
      connections.delete(socket);
      openedConnection.owed.filter((response) => response.socket === null).forEach(closeQueued);
    });
    return openedConnection;
  };
  // One listener for all responses: V8 may take a listener that each request creates for one that lives long, like those
  // of the connections, and then keeps every request until it collects old objects: pauses of 5 ms instead of 0.5.
  const forgetResponse = function (this: ServerResponse): void {
    const { socket, complete } = this.req;
    const connection = connections.get(socket);
    if (connection === undefined) return;
    const { owed } = connection;
    if (owed[0] === this) owed.shift();
    else owed.splice(owed.indexOf(this), 1);
    if (owed.length > 0) return;
    if (complete) connection.latest = undefined;
    if (this.shouldKeepAlive && !socket.destroyed) answered?.(socket);
  };
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connections.get(socket) ?? followSocket(socket);
    connection.latest = request;
    connection.owed.push(response);
    response.on('close', forgetResponse);
  });
  return connections;
}

/**
 * Ends connections without activity for this time (ms): idle ones, and those whose clients leave an answer unread,
 * because Node's own limits cover requests only. A client that reads, however slowly, keeps its connection: Node counts
 * bytes that the socket takes as activity.
 */
export function cutUnreadConnections(server: Server, connections: Connections, unreadMs: number): void {
  // Node sets the idle time of a connection when an answer has left, and sets this one again for the next request.
  server.setTimeout(unreadMs, (socket: Socket) => {
    // There is nothing to read while the upstream is waited for, and Node's own limit for a head covers a connection
    // that has sent nothing yet.
    const isIdle = connections.get(socket)?.owed.length === 0;
    if (isIdle || socket.writableLength > 0) socket.destroy();
  });
}

/** Time (ms) between looks for idle connections while a server closes. */
const ROUND_MS = 50;

/**
 * Prepares a server for a close that loses nothing: answers say `Connection: close`, no new connections are taken, the
 * others end as soon as they are idle, and all end after the grace time (ms). Resolves when the last has ended.
 */
export function prepareClose(
  server: Server,
  connections: Connections,
  clock: Clock,
): (grace: number) => Promise<void> {
  const sockets = new Set<Socket>();
  let closing = false;
  let isClosed = false;
  let end = (): void => undefined;
  const serverEnd = new Promise<void>((resolve) => (end = resolve));
  const lookWhetherEnded = (): void => {
    // Node closes a server before it reports the end of its last connections.
    if (isClosed && sockets.size === 0) end();
  };
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      lookWhetherEnded();
    });
  });
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (closing) response.shouldKeepAlive = false;
  });
  return async (grace) => {
    closing = true;
    for (const { owed } of connections.values())
      for (const response of owed) response.shouldKeepAlive = false;
    const stopForcing = clock.schedule(grace, () => {
      server.closeAllConnections();
      // Node does not know connections in a TLS handshake, nor connections that it has handed over.
      for (const socket of sockets) socket.destroy();
    });
    // A connection looks idle until its arrived request is read, in the next round of the event loop.
    await nextRound();
    await nextRound();
    server.close(() => {
      isClosed = true;
      lookWhetherEnded();
    });
    let stopRounds = (): void => undefined;
    const round = (): void => {
      server.closeIdleConnections();
      // Node does not count a connection that has never sent a byte as idle.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      stopRounds = clock.schedule(ROUND_MS, round);
    };
    round();
    await serverEnd;
    stopForcing();
    stopRounds();
  };
}

/** Returns the bytes of an answer for a connection that Node has stopped reading. The connection closes after them. */
function rawAnswer({ status, headers, body }: TextAnswer): string {
  const lines = Object.entries({
    ...headers,
    'cache-control': 'no-store',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}

const codes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'bodyTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

/** Time (ms) for which a refused client may go on sending: a reset could come before it has read its answer. */
const LINGER_MS = 1_000;

/** Answers in the v1 shape what Node would refuse in its own: bytes that are no request, late requests, and CONNECT. */
export function answerUnreadable(server: Server, connections: Connections, edge: Edge, clock: Clock): void {
  const ending = new WeakSet<Duplex>();

  const end = (socket: Duplex, answer?: TextAnswer): void => {
    ending.add(socket);
    socket.end(answer === undefined ? '' : rawAnswer(answer));
    socket.resume();
    const stopTimer = clock.schedule(LINGER_MS, () => socket.destroy());
    socket.once('close', stopTimer);
  };
  /** The error is in the rest of a request whose head has reached the edge. */
  const endInside = (response: ServerResponse, socket: Duplex, code: ProblemCode): void => {
    if (!response.headersSent) {
      const answer = edge.unreadable(code, response);
      // Aborts the reader of the body, so that late bytes cannot complete a refused request.
      response.req.emit('aborted');
      end(socket, answer);
    } else if (response.writableEnded) end(socket);
    else socket.destroy();
  };
  const refuse = (socket: Duplex, code: ProblemCode): void => {
    const { owed = [], latest } = connections.get(socket) ?? {};
    const readResponse = owed.findLast(({ req }) => req.complete);
    const [oldest] = owed;
    // Answers to whole requests go first, and the connection ends with the last of them.
    if (readResponse?.headersSent === true) readResponse.once('close', () => end(socket));
    else if (readResponse !== undefined) readResponse.shouldKeepAlive = false;
    else if (oldest !== undefined) endInside(oldest, socket, code);
    else if (latest?.complete === false) end(socket);
    else end(socket, edge.unreadable(code, undefined));
  };

  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Duplex) => {
    if (ending.has(socket)) return; // it is still sending
    if (socket.writable) refuse(socket, codes[code] ?? 'badRequest');
    else socket.destroy();
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    // Node takes these listeners off, too: an owed answer would not be written to its end, or never given up.
    socket.on('timeout', () => server.emit('timeout', socket));
    socket.on('drain', () => connections.get(socket)?.owed[0]?.emit('drain'));
    refuse(socket, 'badPath');
  });
}
