import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import https from 'node:https';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Has the bytes of one whole request read instead of what came on a socket, and answered there; `end` ends it then. */
export type Replay = (bytes: Buffer, socket: Duplex, end: () => void) => void;

/**
 * Makes a server read a request again, as on a connection of its own: Node's parser gives up a connection on which it
 * has met an error. The request goes the way of every other, and its answer is the last on the socket. A client that
 * takes nothing of it for so long (ms) loses its connection.
 */
export function createReplay(server: Server, unread: number): Replay {
  const lines = new WeakSet<Duplex>();
  const arrival = server instanceof https.Server ? 'secureConnection' : 'connection';
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (lines.has(socket)) response.shouldKeepAlive = false;
  });

  return (bytes, socket, end) => {
    const line = lineTo(socket, unread, end);
    lines.add(line);
    line.push(bytes);
    // The time that it may be idle between two requests still runs.
    endWhenIdle(socket, 0);
    socket.once('close', () => line.destroy());
    server.emit(arrival, line);
  };
}

/** A connection that writes to the socket of another and lives no longer than it. */
const lineTo = (socket: Duplex, unread: number, end: () => void): Duplex =>
  new Duplex({
    read: () => undefined,
    write: (chunk, _encoding, done) => {
      endWhenIdle(socket, unread);
      socket.write(chunk, (error) => {
        endWhenIdle(socket, 0);
        done(error);
      });
    },
    final: (done) => {
      end();
      done();
    },
    destroy: (error, done) => {
      // One that has been ended waits until its client has read the answer.
      if (!socket.writableEnded) socket.destroy();
      done(error);
    },
  });

/** Node's server ends a socket on which nothing has moved for so long (ms); 0 for never. */
function endWhenIdle(socket: Duplex, milliseconds: number): void {
  if (socket instanceof Socket) socket.setTimeout(milliseconds);
}
