import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { sandboxProblems } from './reply';

/** Beginning of the paths whose whole rest, slashes included, is a login. */
const LOOKUP = '/v1/accounts/by-login/';

/**
 * Normalizes a request target for the router: a login becomes one encoded part, in which a `%` that begins no
 * escape means itself, as for PHP. Undefined for a login that cannot be compared, or that names another path once
 * `.` and `..` are removed (RFC 3986 5.2.4).
 */
export function readTarget(target: string): string | undefined {
  if (!target.startsWith(LOOKUP)) return target;
  const [path = '', ...query] = target.slice(LOOKUP.length).split('?');
  const login = path.replace(/\/$/, '');
  const text = decoded(login.replace(/%(?![\da-f]{2})/gi, '%25'));
  if (text === undefined || text === '' || text.includes('\0')) return undefined;
  const parts = text.split(/[/\\]/);
  if (login.includes('/') && parts.some((part) => part === '.' || part === '..')) return undefined;
  return [`${LOOKUP}${encodeURIComponent(text)}`, ...query].join('?');
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The head of one GET below `/v1/`, with spaces, tabs or bytes beyond ASCII in its target. */
const HEAD = /^GET (\/v1\/[\t -~\x80-\xff]*[!-~\x80-\xff]) HTTP\/1\.1\r\n((?:[^\r\n]+\r\n)*)\r\n$/;

/**
 * Lets a server answer old HTTP libraries that write a v1 path as it is: Node's parser refuses it, so the same request
 * is read again with its target encoded, as the last one of its connection. Other invalid HTTP is answered 400.
 */
export function takeRawTargets(server: Server): void {
  const answered = new WeakSet<Duplex>();
  server.on('clientError', ({ rawPacket }: Error & { readonly rawPacket?: Buffer }, socket: Duplex) => {
    if (answered.has(socket)) return;
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    answered.add(socket);
    const [, target = '', headers = ''] = HEAD.exec(rawPacket?.toString('latin1') ?? '') ?? [];
    const path = target.replace(
      /[\t \x80-\xff]/g,
      (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
    );
    // Another error than a raw byte would come again, without end.
    if (path === target || /[\t ]HTTP\//i.test(target)) {
      socket.end(BAD_REQUEST);
      return;
    }
    const others = headers.replace(/^connection:.*\r\n/gim, '');
    server.emit('connection', answerTo(socket, `GET ${path} HTTP/1.1\r\n${others}connection: close\r\n\r\n`));
  });
}

const badRequest = JSON.stringify(sandboxProblems.badPath.body);

const BAD_REQUEST =
  'HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n' +
  `content-length: ${badRequest.length}\r\n\r\n${badRequest}`;

/** A connection that reads these bytes and writes to the socket. */
function answerTo(socket: Duplex, bytes: string): Duplex {
  const connection = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, encoding, done) => socket.write(chunk, encoding, done),
    final: (done) => {
      socket.end(() => done());
    },
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  socket.once('close', () => connection.destroy());
  // A fault may reset it.
  Object.assign(connection, { resetAndDestroy: () => (socket as Socket).resetAndDestroy() });
  connection.push(Buffer.from(bytes, 'latin1'));
  return connection;
}
