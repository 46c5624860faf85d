import { once } from 'node:events';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import type { GameClock } from './gameClock.ts';

/** A request as an upstream sees it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  /** Whose key it shows, counted from 0. */
  readonly caller: number;
  /** Number of requests that have come to this side before it. */
  readonly number: number;
}

/** Faults of an upstream in place of answering well; several members act together. */
export interface Trouble {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Time before it does anything, ms of the game's clock; Infinity: for ever. */
  readonly after?: number;
  /** The connection is reset: before anything is executed, after it, or in the middle of the answer. */
  readonly cut?: 'before' | 'executed' | 'halfway';
  /** Changes the text of a good answer. */
  readonly edit?: (body: string) => string;
}

/** One API as the game has it: a relay before the sandbox. */
export interface UpstreamSide {
  readonly origin: string;
  trouble: ((request: Seen) => Trouble | undefined) | undefined;
  /** Stops to listen: connections are refused. */
  readonly down: () => Promise<void>;
  readonly up: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Parts of a relay. */
export interface RelayParts {
  readonly name: 'v1' | 'v2';
  readonly sandbox: Sandbox;
  readonly clock: GameClock;
  /** Changes in every answer what moves without anyone being wrong. */
  readonly noise: (body: string) => string;
  readonly callerOf: (authorization: string) => number;
}

/** The whole body of a message. */
export async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function forward(relayParts: RelayParts, agent: http.Agent, message: IncomingMessage, body: Buffer) {
  const headers = { ...message.headers, authorization: `Bearer ${relayParts.sandbox.keys[relayParts.name]}` };
  const { method = 'GET', url = '/' } = message;
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: string }>(
    (resolve, reject) => {
      const clientRequest = http.request(
        `${relayParts.sandbox.origin}${url}`,
        { agent, method, headers },
        (answer) => {
          const { statusCode: status = 0 } = answer;
          bodyOf(answer).then(
            (bytes) => resolve({ status, headers: answer.headers, body: bytes.toString() }),
            reject,
          );
        },
      );
      clientRequest.on('error', reject);
      clientRequest.end(body);
    },
  );
}

/** Sends an answer, or the half of it and then nothing. */
function send(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  { status, headers = {}, cut }: Trouble,
  text: string,
): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status ?? 500, {
    'content-type': 'application/json',
    ...headers,
    'content-length': length,
  });
  if (cut === 'halfway') response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
  else response.end(text);
}

/** Returns the answer that is sent in the end, with the trouble that there is; undefined: the connection is reset. */
async function answerOf(
  relayParts: RelayParts,
  { status, body = '{"message":"Server Error"}', cut, edit = (text) => text }: Trouble,
  good: () => ReturnType<typeof forward>,
): Promise<{ readonly status: number; readonly text: string } | undefined> {
  if (cut === 'before') return undefined;
  if (status !== undefined) return { status, text: edit(body) };
  const answered = await good();
  return cut === 'executed'
    ? undefined
    : { status: answered.status, text: edit(relayParts.noise(answered.body)) };
}

/** Answers as the sandbox does, unless there is trouble. */
function createRelay(relayParts: RelayParts, agent: http.Agent, side: Pick<UpstreamSide, 'trouble'>) {
  let number = 0;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const askedBytes = await bodyOf(request);
    const { method = '', url = '', headers } = request;
    const caller = relayParts.callerOf(headers.authorization ?? '');
    const path = url.replace(/\?.*$/s, '');
    number += 1;
    const trouble = side.trouble?.({ method, path, caller, number }) ?? {};
    const { after: countAfter = 0 } = trouble;
    if (countAfter === Infinity) return;
    if (countAfter > 0) await new Promise<void>((resolve) => relayParts.clock.schedule(countAfter, resolve));
    const answer = await answerOf(relayParts, trouble, () => forward(relayParts, agent, request, askedBytes));
    if (answer === undefined) request.socket.destroy();
    else send({ request, response }, { ...trouble, status: answer.status }, answer.text);
  };
}

async function listenOn(
  port: number,
  relay: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Server> {
  const server = http.createServer((request, response) => {
    relay(request, response).catch(() => request.socket.destroy()); // whoever asked has gone
  });
  server.keepAliveTimeout = 0;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Ends a server and every connection to it. */
export async function endServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Opens one API as a relay before the sandbox. */
export async function openSide(relayParts: RelayParts): Promise<UpstreamSide> {
  const agent = new http.Agent({ keepAlive: true });
  const troubled: Pick<UpstreamSide, 'trouble'> = { trouble: undefined };
  const relay = createRelay(relayParts, agent, troubled);
  let server = await listenOn(0, relay);
  const { port } = server.address() as AddressInfo;
  return Object.assign(troubled, {
    origin: `http://127.0.0.1:${port}`,
    down: () => endServer(server),
    up: async () => {
      server = await listenOn(port, relay);
    },
    close: async () => {
      if (server.listening) await endServer(server);
      agent.destroy();
    },
  });
}
