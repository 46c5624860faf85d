import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Side } from '../../cutover/stages/stage';
import type { ServedBy } from '../../gateway/context';
import type { Answer } from '../../gateway/problems';

/** Lower-case names and values. */
export type Headers = Readonly<Record<string, string>>;

/** Headers that every answer of a request bears; made once, for all requests. */
export interface ServedByHeaders {
  readonly v1Path: Headers;
  readonly otherPath: Headers;
  /** Of a v1 request that an API has answered, or is about to. */
  readonly servedBy: Readonly<Record<ServedBy, Headers>>;
}

/** Makes them once; `v1Headers` stand in every answer to a v1 request. */
export function createServedByHeaders(v1Headers: Headers): ServedByHeaders {
  const servedBy = (side: Side): Headers => ({ ...v1Headers, 'x-lifeboat-served-by': side });
  const v1 = servedBy('v1');
  return {
    v1Path: v1Headers,
    otherPath: {},
    servedBy: { v1, v2: servedBy('v2'), fallback: { ...v1, 'x-lifeboat-because': 'fallback' } },
  };
}

/** Headers that the edge writes itself on every answer. */
const ownHeaderNames: ReadonlySet<string> = new Set(['cache-control', 'x-request-id', 'content-length']);

/**
 * Returns the headers of an answer after those of every answer, names and values in turn, without what the edge says itself. Those of an
 * answer win, but several links stand in one field (RFC 8288 3.5): those of an answer before those of every answer.
 */
export function withServedByHeaders(every: Headers, headers: Headers): string[] {
  const all: string[] = [];
  for (const name in every) if (headers[name] === undefined) all.push(name, every[name] ?? '');
  for (const name in headers) {
    if (ownHeaderNames.has(name)) continue;
    const value = headers[name] ?? '';
    const common = name === 'link' ? every[name] : undefined;
    all.push(name, common === undefined ? value : `${value}, ${common}`);
  }
  return all;
}

/** The dates of the end, for people and programs that still speak v1. */
interface V1Ending {
  /** The sunset of v1, clock ms. */
  readonly sunset: number;
  /** Its deprecation, clock ms. */
  readonly deprecation: number;
  /** The end of this gateway itself, clock ms; undefined while nobody has said so. */
  readonly end: number | undefined;
  /** Page that explains the migration. */
  readonly guide: string | undefined;
}

/**
 * Returns the headers of every answer to a v1 client: `Deprecation` and its link (RFC 9745), `Sunset` (RFC 8594), which is never the
 * earlier of the two (RFC 9745 4).
 */
export function v1Headers({
  sunset,
  deprecation,
  end = sunset,
  guide,
}: V1Ending): Readonly<Record<string, string>> {
  return {
    deprecation: `@${Math.floor(Math.min(deprecation, end) / 1000)}`,
    sunset: new Date(end).toUTCString(),
    ...(guide === undefined ? {} : { link: `<${guide}>; rel="deprecation"` }),
  };
}

const bytesOf = (body: Answer['body']): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.reduce((sum, { length }) => sum + length, 0);

/**
 * Returns names and values in turn. A 204 has no length, and that of a 304 is the one of its 200 (RFC 9110 8.6). No cache
 * keeps an answer: it may hold credentials.
 */
function headersOf(id: string, { status, headers }: Answer, every: Headers, bytes: number): string[] {
  const all = withServedByHeaders(every, headers);
  all.push('cache-control', 'no-store', 'x-request-id', id);
  if (status !== 204 && status !== 304) all.push('content-length', String(bytes));
  return all;
}

/** Sends a whole answer to the request of this id, under the headers of every answer. */
export function sendAnswer(response: ServerResponse, answer: Answer, id: string, every: Headers): void {
  const { status, body } = answer;
  response.writeHead(status, headersOf(id, answer, every, bytesOf(body)));
  if (typeof body === 'string') {
    response.end(body);
    return;
  }
  for (const piece of body) response.write(piece);
  response.end();
}

/**
 * Ends an answer that has begun and cannot be finished. A length or chunks show the client that it is cut; a body that
 * ends with its connection (HTTP/1.0) would look whole after an orderly close, hence the reset. TLS has an end mark.
 */
export function cutOff(response: ServerResponse): void {
  const { socket } = response;
  if (socket instanceof Socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy();
  else response.destroy();
}
