import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './followConnections';

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
