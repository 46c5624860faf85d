import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { serve } from './listenAndSay.ts';
import {
  mapAccountText,
  mapCurrencyOfferText,
  mapListTexts,
  mapPath,
  mapUpdate,
  readPages,
} from './mapping.ts';

/** The floor of the platform: node:http and the shortest way into undici, with the mapping written by hand. */
const [, , target = ''] = process.argv;
const pool = new Pool(target, { connections: 64 });

/** A call whose answer is collected. */
class Call implements Dispatcher.DispatchHandler {
  readonly #answered: (body: Buffer) => void;
  private readonly chunks: Buffer[] = [];

  constructor(answered: (body: Buffer) => void) {
    this.#answered = answered;
  }

  onRequestStart(): void {
    // undici asks for it.
  }

  onResponseStart(): void {
    // The status is taken for granted.
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [firstBytes = Buffer.alloc(0)] = this.chunks;
    this.#answered(this.chunks.length === 1 ? firstBytes : Buffer.concat(this.chunks));
  }

  onResponseError(_controller: unknown, error: Error): void {
    throw error;
  }
}

function ask(authorization: string, path: string, answered: (body: Buffer) => void, body?: string): void {
  const headers = ['accept', 'application/json', 'authorization', authorization];
  if (body !== undefined) headers.push('content-type', 'application/json');
  const method = body === undefined ? 'GET' : 'PATCH';
  pool.dispatch({ method, path, headers, body: body ?? null }, new Call(answered));
}

function send(response: ServerResponse, body: string | Buffer): void {
  const length = String(Buffer.byteLength(body));
  response.writeHead(200, ['content-type', 'application/json', 'content-length', length]).end(body);
}

function update(request: IncomingMessage, authorization: string, response: ServerResponse): void {
  let text = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  request.on('end', () => {
    const body = JSON.stringify(mapUpdate(JSON.parse(text) as Parameters<typeof mapUpdate>[0]));
    const answered = (answer: Buffer) => send(response, mapCurrencyOfferText(answer.toString()));
    ask(authorization, mapPath(request.url ?? '/'), answered, body);
  });
}

serve((request, response) => {
  const { method, url = '/', headers } = request;
  const { authorization = '' } = headers;
  if (method === 'PATCH') update(request, authorization, response);
  else if (url.startsWith('/v2/')) ask(authorization, url, (answer) => send(response, answer));
  else if (url.startsWith('/v1/currency-offers?')) {
    const read = (path: string) =>
      new Promise<string>((resolve) => ask(authorization, path, (answer) => resolve(answer.toString())));
    void readPages(url, read).then((pages) => send(response, mapListTexts(pages)));
  } else ask(authorization, mapPath(url), (answer) => send(response, mapAccountText(answer.toString())));
});
