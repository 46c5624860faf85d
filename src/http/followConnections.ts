import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createAttachment } from './createAttachment';

/** What has come on a connection so far. */
export interface Connection {
  /** Answers that are owed, in the order of their requests. */
  readonly owed: readonly ServerResponse[];
  readonly latest: IncomingMessage;
}

/** The connections of a server that have sent a request. */
export interface Connections {
  readonly of: (socket: Duplex) => Connection | undefined;
  readonly all: () => Iterable<Connection>;
}

/**
 * Follows the requests of each connection. They stand in a list of their connection and not in a set of the server's:
 * what a set has grown out of goes on pointing at whatever it held, and keeps it from the young collector.
 */
export function followConnections(server: Server): Connections {
  const connections = createAttachment<Duplex, { owed: ServerResponse[]; latest: IncomingMessage }>();
  const open = new Set<Connection>();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    let connection = connections.get(socket);
    if (connection === undefined) {
      const opened = (connection = { owed: [], latest: request });
      connections.set(socket, opened);
      open.add(opened);
      socket.once('close', () => open.delete(opened));
    }
    const { owed } = connection;
    connection.latest = request;
    owed.push(response);
    response.once('close', () => owed.splice(owed.indexOf(response), 1));
  });
  return { of: connections.get, all: () => open };
}
