import { STATUS_CODES } from 'node:http';
import type { Answer } from '../gateway/answer';

/** The bytes of an answer for a connection that Node has given up reading; it closes after them. */
export function rawAnswer({ status, headers, body }: Answer): string {
  const lines = Object.entries({
    ...headers,
    'cache-control': 'no-store',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
