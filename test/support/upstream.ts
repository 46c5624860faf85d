import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { closeBehindTest } from './closeBehindTest.ts';

/** One request as the upstream saw it, byte-true: names in lower case, repeated headers joined by `, `. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Which connection it came on, counted from 1. */
  readonly connection: number;
}

/** Script of the upstream: the moments of one exchange in their order. */
export interface Script {
  readonly connected?: (socket: Socket) => void;
  /** The head is read, the body not yet (`body` is empty). */
  readonly head?: (request: SeenRequest, socket: Socket) => void;
  /** The whole request is read. */
  readonly request?: (request: SeenRequest, socket: Socket) => void;
}

/** An upstream on a bare socket that plays any script, HTTP or not. */
export interface ScriptedUpstream {
  readonly origin: string;
  /** Every whole request so far, in order. */
  readonly requests: readonly SeenRequest[];
  /** Forgets the requests so far. */
  readonly forget: () => void;
  /** Connections accepted so far. */
  readonly connections: () => number;
  /** Resolves when at most so many connections are open. */
  readonly quiet: (most: number) => Promise<void>;
  /** Changes the script for whatever comes next. */
  readonly play: (script: Script) => void;
  /** Stops listening and ends every connection; from then on the port refuses. */
  readonly close: () => Promise<void>;
}

/** Listens on a port of the loopback interface, a free one unless it is given. */
export async function startUpstream(firstScript: Script = {}, fixed = 0): Promise<ScriptedUpstream> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let script = firstScript;
  let connections = 0;
  let closed = (): void => undefined;

  const server = net.createServer((socket) => {
    const connection = (connections += 1);
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      closed();
    });
    socket.on('error', () => socket.destroy());
    script.connected?.(socket);
    readRequests(
      socket,
      (head) => script.head?.({ ...head, connection }, socket),
      (wholePart) => {
        const request = { ...wholePart, connection };
        requests.push(request);
        script.request?.(request, socket);
      },
    );
  });
  server.listen(fixed, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    forget: () => requests.splice(0),
    connections: () => connections,
    quiet: async (most) => {
      while (sockets.size > most) await new Promise<void>((resolve) => (closed = resolve));
    },
    play: (next) => (script = next),
    close: closeBehindTest(async () => {
      const endedPromise = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await endedPromise;
    }),
  };
}

/** A complete, honest answer. */
export function reply(status: number, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = { 'content-type': 'application/json', ...headers, 'content-length': Buffer.byteLength(body) };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Scripted\r\n${head.join('')}\r\n${body}`;
}

/** Plays one complete, honest answer to every request. */
export function answering(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Script {
  return { request: (_request, socket) => socket.write(reply(status, body, headers)) };
}

type Part = Omit<SeenRequest, 'connection'>;

function readRequests(socket: Socket, onHead: (head: Part) => void, onWhole: (request: Part) => void): void {
  let unread = '';
  let head: Part | undefined;
  socket.on('data', (chunk) => {
    unread += chunk.toString('latin1');
    for (;;) {
      if (head === undefined) {
        const end = unread.indexOf('\r\n\r\n');
        if (end === -1) return;
        head = parseHead(unread.slice(0, end));
        unread = unread.slice(end + 4);
        onHead(head);
      }
      const body = takeBody(head, unread);
      if (body === undefined) return;
      unread = unread.slice(body.length);
      const wholeEntry = { ...head, body: Buffer.from(body.text, 'latin1').toString() };
      head = undefined;
      onWhole(wholeEntry);
    }
  });
}

function parseHead(text: string): Part {
  const [firstText = '', ...lines] = text.split('\r\n');
  const [method = '', path = ''] = firstText.split(' ');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return { method, path, headers, body: '' };
}

/** The body at the front of `unread` and how many characters it takes there; undefined while it is not whole. */
function takeBody(head: Part, unread: string): { text: string; length: number } | undefined {
  if (head.headers['transfer-encoding'] === 'chunked') return takeChunks(unread);
  const length = Number(head.headers['content-length'] ?? 0);
  return unread.length < length ? undefined : { text: unread.slice(0, length), length };
}

function takeChunks(unread: string): { text: string; length: number } | undefined {
  let text = '';
  for (let at = 0; ;) {
    const lineEnd = unread.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = parseInt(unread.slice(at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (unread.length < next) return undefined;
    if (size === 0) return { text, length: next };
    text += unread.slice(lineEnd + 2, lineEnd + 2 + size);
    at = next;
  }
}
