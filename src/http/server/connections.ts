import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../contract/clock';

/** The bytes and requests of a connection so far. */
export interface Connection {
  /** Answers that are owed, in the order of their requests. */
  readonly owed: readonly ServerResponse[];
  /** Undefined when it was received whole and is answered: idle, a connection keeps nothing else alive. */
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
 * Closes an answer that waits behind another one of its connection: Node says nothing of it when that ends, and whatever
 * belongs to its request would wait for ever.
 */
function closeQueued(response: ServerResponse): void {
  response.destroy();
  response.emit('close');
}

/**
 * Follows the requests of each connection. They stand in a list of their connection and not in a set of the server's:
 * what a set has grown out of goes on pointing at whatever it held, and keeps it from the young collector.
 */
export function followConnections(server: Server, answered?: (socket: Socket) => void): Connections {
  const connections = new WeakMap<Duplex, Followed>();
  const open = new Set<Connection>();
  // A function of its own: what a listener closes over lives as long as the connection, its first request too.
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
 * Ends connections whose clients leave an answer unread for so long (ms): Node's own limits see to requests only. One
 * that reads, however slowly, keeps its connection: Node counts what the socket still takes as activity.
 */
export function cutUnread(server: Server, connections: Connections, most: number): void {
  // Node sets the time that a connection may be idle when an answer has left, and this one anew for the next request.
  server.setTimeout(most, (socket: Socket) => {
    // While the upstream is waited for there is nothing to be read, and Node's own limit for a head sees to a connection
    // that has sent nothing yet.
    const isIdle = connections.of(socket)?.owed.length === 0;
    if (isIdle || socket.writableLength > 0) socket.destroy();
  });
}

/** Time (ms) between looks for idle connections while a server closes. */
const ROUND = 50;

/**
 * Prepares a server for a close that loses nothing: answers say `Connection: close`, no new connections are taken,
 * the others end as soon as they are idle, and all of them after the grace time (ms). Resolves when the last has ended.
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
    // To Node, a connection that has never sent a byte is not idle.
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
        // Node does not know those in a handshake of TLS, and those that it has handed over.
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
      // Until it is read, in the next round of the event loop, a request that has arrived is on a connection that looks idle.
      setImmediate(() => setImmediate(stopListening));
    });
}
