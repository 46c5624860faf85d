import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/**
 * Ends connections whose clients leave an answer unread for so long (ms): Node's own limits see to requests only. One
 * that reads, however slowly, keeps its connection: Node counts what the socket still takes as activity.
 */
export function cutUnread(server: Server, most: number): void {
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (!(socket instanceof Socket)) return;
    // Node sets it to the time that a connection may be idle when the answer has left, for the next request anew.
    socket.setTimeout(most);
    // While the upstream is waited for there is nothing to be read. Without a listener Node would end that too.
    response.on('timeout', () => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}
