import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ProblemCode, TextAnswer } from '../../gateway/problems';
import type { Clock } from '../../contract/clock';
import type { Edge } from './openServer';
import type { Connections } from './connections';

/** Returns the bytes of an answer for a connection that Node has stopped reading; the connection closes after them. */
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

/**
 * Time (ms) for which a refused client may go on sending: an immediate close would reset the connection before the
 * client has read its answer.
 */
const LINGER = 1_000;

/** Answers in the v1 shape what Node would refuse in its own: bytes that are no request, late requests, and CONNECT. */
export function answerUnreadable(server: Server, connections: Connections, edge: Edge, clock: Clock): void {
  const ending = new WeakSet<Duplex>();

  const end = (socket: Duplex, answer?: TextAnswer): void => {
    ending.add(socket);
    socket.end(answer === undefined ? '' : rawAnswer(answer));
    socket.resume();
    const stopTimer = clock.schedule(LINGER, () => socket.destroy());
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

  /** Sends the answers to whole requests first, and ends the connection with the last of them. */
  const endAfter = (last: ServerResponse, socket: Duplex): void => {
    if (last.headersSent) last.once('close', () => end(socket));
    else last.shouldKeepAlive = false;
  };

  const refuse = (socket: Duplex, code: ProblemCode): void => {
    const connection = connections.of(socket);
    const owed = connection?.owed ?? [];
    const readResponse = owed.findLast(({ req }) => req.complete);
    const [oldest] = owed;
    if (readResponse !== undefined) endAfter(readResponse, socket);
    else if (oldest !== undefined) endInside(oldest, socket, code);
    else if (connection?.latest?.complete === false) end(socket);
    else end(socket, edge.unreadable(code, undefined));
  };

  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Duplex) => {
    if (ending.has(socket)) return; // it is still sending
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    refuse(socket, codes[code] ?? 'badRequest');
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    // Node takes these listeners off, too: an owed answer would not be written to its end, or never given up.
    socket.on('timeout', () => server.emit('timeout', socket));
    socket.on('drain', () => connections.of(socket)?.owed[0]?.emit('drain'));
    refuse(socket, 'badPath');
  });
}
