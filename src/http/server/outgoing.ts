import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Side } from '../../cutover/stages/stage';
import type { ServedBy } from '../../gateway/context';
import type { Answer } from '../../gateway/problems';

/** Lower-case names and values. */
export type Headers = Readonly<Record<string, string>>;

/** Headers of every answer; made once for all requests. */
export interface ServedByHeaders {
  readonly v1Path: Headers;
  readonly otherPath: Headers;
  /** Headers of a v1 request that an API has answered, or is about to answer. */
  readonly servedBy: Readonly<Record<ServedBy, Headers>>;
}

/** Makes these headers once; `v1Headers` stand in every answer to a v1 request. */
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
 * Returns the headers of every answer, then the headers of this answer, names and values in turn, without those that
 * the edge writes. A header of this answer wins. Several links stand in one field (RFC 8288 3.5), this answer's links
 * first.
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
interface V1Ending {
  /** Instant (clock ms) of v1's sunset. */
  readonly sunset: number;
  /** Instant (clock ms) of v1's deprecation. */
  readonly deprecation: number;
  /** Instant (clock ms) at which this gateway ends; undefined while it is not set. */
  readonly end: number | undefined;
  /** Address of the page that explains the migration. */
  readonly guide: string | undefined;
}

/**
 * Returns the headers of every answer to a v1 client: `Deprecation` and its link (RFC 9745), and `Sunset` (RFC 8594),
 * which is never the earlier of the two dates (RFC 9745 4).
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

/** Sends a whole answer to the request of this id, with the headers of every answer. */
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
 * Ends an answer that has begun and cannot be finished. A length or chunks show the client that it is cut. A body that
 * ends with its connection (HTTP/1.0) would look whole after an orderly close, hence the reset. TLS has an end mark.
 */
export function cutOff(response: ServerResponse): void {
  const { socket } = response;
  if (socket instanceof Socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy();
  else response.destroy();
}
