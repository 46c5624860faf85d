import net from 'node:net';
import tls from 'node:tls';

/** An answer as it came over the wire: names in lower case, repeated headers joined by `, `. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Everything that came, as it came. */
  readonly wire: string;
  /** False when the body is visibly cut. */
  readonly whole: boolean;
}

/** Writes bytes to a server and gives the one answer that came until the connection ended. */
export function talk(origin: string, bytes: string | Buffer): Promise<WireAnswer> {
  const { protocol, hostname: host, port: portText } = new URL(origin);
  const port = Number(portText);
  return new Promise((resolve) => {
    const socket =
      protocol === 'https:'
        ? tls.connect({ port, host, rejectUnauthorized: false })
        : net.connect({ port, host });
    const chunks: Buffer[] = [];
    let reset = false;
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => (reset = true));
    socket.on('close', () => resolve(readAnswer(Buffer.concat(chunks).toString('latin1'), reset)));
    socket.write(bytes);
  });
}

/** Parts of a request; `Host`, `Connection: close` and a length are added unless given. */
export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends one well-formed request on a connection of its own. */
export const ask = (origin: string, asked: Asked): Promise<WireAnswer> => talk(origin, requestText(asked));

/** The bytes of one well-formed request. */
export function requestText({ method = 'GET', path, headers = {}, body = '' }: Asked): string {
  const unframed = body === '' || 'Transfer-Encoding' in headers;
  const length = unframed ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: 'gateway', Connection: 'close', ...length, ...headers });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

function readAnswer(wire: string, reset: boolean): WireAnswer {
  const final = wire.replace(/^(?:HTTP\/1\.1 1\d\d .*\r\n(?:.+\r\n)*\r\n)+/, '');
  const end = final.indexOf('\r\n\r\n');
  const [firstText = '', ...lines] = final.slice(0, end).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(': ');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 2);
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const status = Number(firstText.split(' ')[1] ?? 0);
  return { status, headers, wire, ...readBody(final.slice(end + 4), headers, reset) };
}

function readBody(
  raw: string,
  headers: Readonly<Record<string, string>>,
  reset: boolean,
): Pick<WireAnswer, 'body' | 'whole'> {
  if (headers['transfer-encoding'] === 'chunked') {
    return { body: dechunk(raw), whole: raw.endsWith('0\r\n\r\n') };
  }
  const length = headers['content-length'];
  return { body: raw, whole: length === undefined ? !reset : raw.length >= Number(length) };
}

function dechunk(text: string): string {
  const [size = '', ...remainingTexts] = text.split('\r\n');
  const length = parseInt(size, 16);
  const textAfter = remainingTexts.join('\r\n');
  return length > 0 ? textAfter.slice(0, length) + dechunk(textAfter.slice(length + 2)) : '';
}
