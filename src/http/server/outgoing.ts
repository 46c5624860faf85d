import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Side } from '../../cutover/stages/stage';
import type { ServedBy } from '../../gateway/context';
import type { Answer } from '../../gateway/problems';

/** Lower-case names and values. */
export type Headers = Readonly<Record<string, string>>;

/** Headers of every answer. */
export type ServedByHeaders = ReturnType<typeof createServedByHeaders>;

/** Makes the headers of every answer once for all requests; `v1Headers` stand in every answer to a v1 request. */
export function createServedByHeaders(v1Headers: Headers) {
  const servedBy = (side: Side): Headers => ({ ...v1Headers, 'x-lifeboat-served-by': side });
  const v1 = servedBy('v1');
  const fallback = { ...v1, 'x-lifeboat-because': 'fallback' };
  /** Headers of a v1 request that an API has answered, or is about to answer. */
  const ofV1: Readonly<Record<ServedBy, Headers>> = { v1, v2: servedBy('v2'), fallback };
  return { v1Path: v1Headers, otherPath: {} as Headers, servedBy: ofV1 };
}

/** Headers that the edge writes itself on every answer. */
const ownHeaderNames: ReadonlySet<string> = new Set(['cache-control', 'x-request-id', 'content-length']);

/**
 * Returns the headers of every answer, then those of this answer, which win, names and values in turn, without those
 * that the edge writes. Several links stand in one field (RFC 8288 3.5), this answer's links first.
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

/** The dates of v1's end, for people and programs that still use v1. */
interface V1Dates {
  /** Instant (clock ms) of v1's sunset. */
  readonly sunset: number;
  /** Instant (clock ms) of v1's deprecation. */
  readonly deprecation: number;
  /** Instant (clock ms) at which this gateway ends; undefined while it is not set. */
  readonly end: number | undefined;
  /** Address of the page that explains the migration. */
  readonly guide: string | undefined;
}

/** Returns `Deprecation` and its link (RFC 9745), and `Sunset` (RFC 8594), never the earlier date (RFC 9745 4). */
export function v1Headers({ sunset, deprecation, end = sunset, guide }: V1Dates): Headers {
  return {
    deprecation: `@${Math.floor(Math.min(deprecation, end) / 1000)}`,
    sunset: new Date(end).toUTCString(),
    ...(guide === undefined ? {} : { link: `<${guide}>; rel="deprecation"` }),
  };
}

const bytesOf = (body: Answer['body']): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.reduce((sum, { length }) => sum + length, 0);

/**
 * Sends a whole answer to the request of this id, with the headers of every answer. A 204 has no length, and that of a
 * 304 is the one of its 200 (RFC 9110 8.6). No cache keeps an answer: it may hold credentials.
 */
export function sendAnswer(response: ServerResponse, answer: Answer, id: string, every: Headers): void {
  const { status, headers, body } = answer;
  const all = withServedByHeaders(every, headers);
  all.push('cache-control', 'no-store', 'x-request-id', id);
  if (status !== 204 && status !== 304) all.push('content-length', String(bytesOf(body)));
  response.writeHead(status, all);
  if (typeof body === 'string') {
    response.end(body);
    return;
  }
  for (const piece of body) response.write(piece);
  response.end();
}

/**
 * Ends an answer that has begun and cannot be finished. A length or chunks show the client that it is cut. A body that
 * ends with its connection (HTTP/1.0) would look whole after an orderly close, hence the reset. TLS has an end mark.
 */
export function cutOff(response: ServerResponse): void {
  const { socket } = response;
  if (socket instanceof Socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy();
  else response.destroy();
}
