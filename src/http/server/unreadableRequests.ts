import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import https from 'node:https';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { ProblemCode, TextAnswer } from '../../gateway/problems';
import type { Clock } from '../../contract/clock';
import type { Edge } from './openServer';
import type { Connection, Connections } from './connections';

/** Has the bytes of one whole request read instead of what came on a socket, and answered there; `end` ends it then. */
type Replay = (bytes: Buffer, socket: Duplex, end: () => void) => void;

/**
 * Makes a server read a request again, as on a connection of its own: Node's parser gives up a connection on which it
 * has met an error. The request goes the way of every other, and its answer is the last on the socket. A client that
 * takes nothing of it for so long (ms) loses its connection.
 */
export function createReplay(server: Server, unread: number): Replay {
  const streams = new WeakSet<Duplex>();
  const arrival = server instanceof https.Server ? 'secureConnection' : 'connection';
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (streams.has(socket)) response.shouldKeepAlive = false;
  });

  return (bytes, socket, end) => {
    const stream = streamTo(socket, unread, end);
    streams.add(stream);
    stream.push(bytes);
    // The time that it may be idle between two requests still runs.
    endWhenIdle(socket, 0);
    socket.once('close', () => stream.destroy());
    server.emit(arrival, stream);
  };
}

/** A connection that writes to the socket of another and lives no longer than it. */
const streamTo = (socket: Duplex, unread: number, end: () => void): Duplex =>
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

/** A head of one GET below `/v1/` as old HTTP libraries may send it: of control characters only tabs in its target. */
const head = /^(GET )(\/v1\/[\t -~\x80-\xff]*[!-~\x80-\xff])( HTTP\/1\.1\r\n(?:[^\r\n]+\r\n)*\r\n)$/;

/** Bytes that end a target for a parser, or are none of its characters (RFC 9112 3.2, RFC 3986 2). */
const raw = /[\t \x80-\xff]/g;

/**
 * Percent-encodes the raw spaces, tabs and non-ASCII bytes in the target of one bodiless v1 request, and nothing else of it.
 * Undefined for any other packet: whoever sent two requests, or the rest of one, has the mistake shown.
 *
 * @param packet the bytes in which the parser has stopped, as they came
 * @param stop where it has; before the first raw byte, the packet goes on with a request line that began in an earlier one
 */
export function mendTarget(packet: Buffer, stop: number): Buffer | undefined {
  const [, method, target, rest] = head.exec(packet.toString('latin1')) ?? [];
  if (method === undefined || target === undefined || rest === undefined) return undefined;
  const first = target.search(raw);
  // A second version in the request line may be the end of it to another parser.
  if (first < 0 || stop < method.length + first || /[\t ]HTTP\//i.test(target)) return undefined;
  return Buffer.from(method + target.replace(raw, encodeByte) + rest, 'latin1');
}

const encodeByte = (byte: string): string =>
  `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** The bytes of an answer for a connection that Node has given up reading; it closes after them. */
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

/** Time (ms) for which a refused client may go on sending: closing at once would reset it before it has read its answer. */
const LINGER = 1_000;

/** An error of Node's parser. */
interface ParserError extends NodeJS.ErrnoException {
  /** The bytes that came last. */
  readonly rawPacket?: Buffer;
  /** The number of them that were understood. */
  readonly bytesParsed?: number;
}

/** Codes of the parser for a raw space and a raw byte in a target. */
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

  const end = (socket: Duplex, answer?: TextAnswer): void => {
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
    else if (connection?.latest?.complete === false) end(socket);
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
    // Node takes these listeners off, too: an answer that is still owed would not be written to its end, or never given up.
    socket.on('timeout', () => server.emit('timeout', socket));
    socket.on('drain', () => connections.of(socket)?.owed[0]?.emit('drain'));
    refuse(socket, 'badPath');
  });
}

/** An answer that is owed goes first, and with it the connection ends. */
const mayMend = (connection: Connection | undefined): boolean =>
  connection === undefined || (connection.owed.length === 0 && connection.latest?.complete !== false);

function mend({ code, rawPacket, bytesParsed = 0 }: ParserError): Buffer | undefined {
  return rawPacket !== undefined && targetErrors.has(code) ? mendTarget(rawPacket, bytesParsed) : undefined;
}
