import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Answer } from '../gateway/answer';
import type { Clock } from '../gateway/clock';
import type { ProblemCode } from '../gateway/problems';
import { createReplay } from './createReplay';
import type { Edge } from './edge';
import type { Connection, Connections } from './followConnections';
import { mendTarget } from './mendTarget';
import { rawAnswer } from './rawAnswer';

const codes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'bodyTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

/** How long a refused client may go on sending, ms: closing at once would reset it before it has read its answer. */
const LINGER = 1_000;

/** What Node tells of an error of its parser. */
interface ParserError extends NodeJS.ErrnoException {
  /** The bytes that came last. */
  readonly rawPacket?: Buffer;
  /** How many of them were understood. */
  readonly bytesParsed?: number;
}

/** What a raw space and a raw byte in a target are to the parser. */
const targetErrors: ReadonlySet<unknown> = new Set(['HPE_INVALID_CONSTANT', 'HPE_INVALID_URL']);

/** Answers in the v1 shape what Node would refuse in its own: bytes that are no request, late ones, and CONNECT. */
export function answerUnreadable(
  server: Server,
  connections: Connections,
  edge: Edge,
  clock: Clock,
  unread: number,
): void {
  const ending = new WeakSet<Duplex>();
  const replay = createReplay(server, unread);

  const end = (socket: Duplex, answer?: Answer): void => {
    ending.add(socket);
    socket.end(answer === undefined ? '' : rawAnswer(answer));
    socket.resume();
    const stopTimer = clock.schedule(LINGER, () => socket.destroy());
    socket.once('close', stopTimer);
  };

  /** The error is in the rest of a request whose head the edge has. */
  const endInside = (response: ServerResponse, socket: Duplex, code: ProblemCode): void => {
    if (!response.headersSent) {
      const answer = edge.unreadable(code, response);
      // Whoever reads or passes on its body gives up: what still comes may not complete what has been refused.
      response.req.emit('aborted');
      end(socket, answer);
    } else if (response.writableEnded) end(socket);
    else socket.destroy();
  };

  /** Lets the answers to whole requests go first, and the connection end with the last of them. */
  const endAfter = (last: ServerResponse, socket: Duplex): void => {
    if (last.headersSent) last.once('close', () => end(socket));
    else last.shouldKeepAlive = false;
  };

  const refuse = (socket: Duplex, code: ProblemCode): void => {
    const connection = connections.of(socket);
    const owed = connection?.owed ?? [];
    const whole = owed.findLast(({ req }) => req.complete);
    const [oldest] = owed;
    if (whole !== undefined) endAfter(whole, socket);
    else if (oldest !== undefined) endInside(oldest, socket, code);
    else if (connection?.latest.complete === false) end(socket);
    else end(socket, edge.unreadable(code, undefined));
  };

  server.on('clientError', (error: ParserError, socket: Duplex) => {
    if (ending.has(socket)) return; // it is still sending
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const mended = mayMend(connections.of(socket)) ? mend(error) : undefined;
    if (mended === undefined) {
      refuse(socket, codes[error.code ?? ''] ?? 'badRequest');
      return;
    }
    ending.add(socket);
    replay(mended, socket, () => end(socket));
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    refuse(socket, 'badPath');
  });
}

/** An answer that is owed goes first, and with it the connection ends. */
const mayMend = (connection: Connection | undefined): boolean =>
  connection === undefined || (connection.owed.length === 0 && connection.latest.complete);

function mend({ code, rawPacket, bytesParsed = 0 }: ParserError): Buffer | undefined {
  return rawPacket !== undefined && targetErrors.has(code) ? mendTarget(rawPacket, bytesParsed) : undefined;
}
