import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../gateway/clock';
import { afterArrivals } from './afterArrivals';
import type { Connections } from './followConnections';

/** How often idle connections are looked for while a server closes, ms. */
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
    // Node closes a server before it tells of the end of its last connections.
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
      const stopForcing = clock.schedule(grace, () => server.closeAllConnections());
      // Until it is read, a request that has arrived is on a connection that looks idle.
      afterArrivals(() => {
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
      });
    });
}
