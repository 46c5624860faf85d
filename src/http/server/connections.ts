import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../contract/clock';

/** The bytes and requests of a connection so far. */
export interface Connection {
  /** Answers that are owed, in the order of their requests. */
  readonly owed: readonly ServerResponse[];
  /**
   * The request being received; undefined once it is whole and answered, so that an idle connection keeps nothing
   * alive.
   */
  readonly latest: IncomingMessage | undefined;
}

interface Followed extends Connection {
  readonly owed: ServerResponse[];
  latest: IncomingMessage | undefined;
}

/** The connections of a server that have sent a request. */
export interface Connections {
  readonly of: (socket: Duplex) => Connection | undefined;
  readonly all: () => Iterable<Connection>;
}

/**
 * Closes an answer that waits behind another answer of its connection. Node does not report its end, and everything
 * that belongs to its request would wait for ever.
 */
function closeQueued(response: ServerResponse): void {
  response.destroy();
  response.emit('close');
}

/**
 * Follows the requests of each connection. They stand in a list of their connection, not in a set of the server: the
 * outgrown tables of a set go on referring to their entries and keep them from the young collector.
 */
export function followConnections(server: Server, answered?: (socket: Socket) => void): Connections {
  const connections = new WeakMap<Duplex, Followed>();
  const open = new Set<Connection>();
  // A separate function: values that a listener closes over live as long as the connection, even its first request.
  const follow = (socket: Socket): Followed => {
    const opened: Followed = { owed: [], latest: undefined };
    connections.set(socket, opened);
    open.add(opened);
    socket.once('close', () => {
      open.delete(opened);
      opened.owed.filter((response) => response.socket === null).forEach(closeQueued);
    });
    return opened;
  };
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connections.get(socket) ?? follow(socket);
    const { owed } = connection;
    connection.latest = request;
    owed.push(response);
    response.on('close', () => {
      if (owed[0] === response) owed.shift();
      else owed.splice(owed.indexOf(response), 1);
      if (owed.length > 0) return;
      if (request.complete) connection.latest = undefined;
      if (response.shouldKeepAlive && !socket.destroyed) answered?.(socket);
    });
  });
  return { of: (socket) => connections.get(socket), all: () => open };
}

/**
 * Ends connections whose clients leave an answer unread for this time (ms): Node's own limits cover requests only. A
 * client that reads, however slowly, keeps its connection: Node counts bytes that the socket takes as activity.
 */
export function cutUnread(server: Server, connections: Connections, most: number): void {
  // Node sets the idle time of a connection when an answer has left, and sets this one again for the next request.
  server.setTimeout(most, (socket: Socket) => {
    // There is nothing to read while the upstream is waited for, and Node's own limit for a head covers a connection
    // that has sent nothing yet.
    const isIdle = connections.of(socket)?.owed.length === 0;
    if (isIdle || socket.writableLength > 0) socket.destroy();
  });
}

/** Time (ms) between looks for idle connections while a server closes. */
const ROUND = 50;

/**
 * Prepares a server for a close that loses nothing: answers say `Connection: close`, no new connections are taken, the
 * others end as soon as they are idle, and all end after the grace time (ms). Resolves when the last has ended.
 */
export function closeGracefully(
  server: Server,
  connections: Connections,
  clock: Clock,
): (grace: number) => Promise<void> {
  const sockets = new Set<Socket>();
  let closing = false;
  let isClosed = false;
  const waiting: (() => void)[] = [];
  const lookWhetherEnded = (): void => {
    // Node closes a server before it reports the end of its last connections.
    if (isClosed && sockets.size === 0) for (const end of waiting.splice(0)) end();
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
  const closeIdle = (): void => {
    server.closeIdleConnections();
    // Node does not count a connection that has never sent a byte as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };

  return (grace) =>
    new Promise((resolve) => {
      closing = true;
      for (const { owed } of connections.all()) {
        for (const response of owed) response.shouldKeepAlive = false;
      }
      let stopRounds = (): void => undefined;
      const round = (): void => {
        closeIdle();
        stopRounds = clock.schedule(ROUND, round);
      };
      const stopForcing = clock.schedule(grace, () => {
        server.closeAllConnections();
        // Node does not know connections in a TLS handshake, nor connections that it has handed over.
        for (const socket of sockets) socket.destroy();
      });
      const stopListening = (): void => {
        waiting.push(() => {
          stopForcing();
          stopRounds();
          resolve();
        });
        server.close(() => {
          isClosed = true;
          lookWhetherEnded();
        });
        round();
      };
      // A connection looks idle until its arrived request is read, in the next round of the event loop.
      setImmediate(() => setImmediate(stopListening));
    });
}
