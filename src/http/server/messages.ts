import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { failure, type Result, success } from '../../contract/result';
import type { Side } from '../../cutover/stages/stage';
import type { CancelSignal, CarriedHeaders, ServedBy } from '../../gateway/context';
import type { Answer, ProblemCode } from '../../gateway/problems';

/** Methods that counts distinguish: a client may write any word as a method. */
export const knownMethods: ReadonlySet<string> = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS'.split(' '));

/** Recognizes a safe method, which changes nothing (RFC 9110 9.2.1). */
export const isRead = ({ method }: Pick<IncomingMessage, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD';

/** Reports whether a request target is `prefix` or below it. */
export function isUnder(prefix: string, target: string): boolean {
  if (!target.startsWith(prefix)) return false;
  const next = target.charAt(prefix.length);
  return next === '' || next === '/' || next === '?';
}

/** Matches version 00 of W3C Trace Context: trace, parent, flags; a later version may append more (3.2.2). */
const form = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const ZEROS = /^0+$/;

/** Most characters that must be passed on (W3C Trace Context 3.3.1.5, W3C Baggage 3.3.2). */
const MAX_CHARACTERS = { tracestate: 512, baggage: 8_192 } as const;
const ASCII = /^[\t\x20-\x7e]+$/;

function isTraceparent(header: unknown): header is string {
  if (typeof header !== 'string' || header.startsWith('ff')) return false;
  const [, trace = '0', parent = '0'] = form.exec(header) ?? [];
  return !ZEROS.test(trace) && !ZEROS.test(parent);
}

function isShort(header: unknown, name: keyof typeof MAX_CHARACTERS): header is string {
  return typeof header === 'string' && header.length <= MAX_CHARACTERS[name] && ASCII.test(header);
}

/** Reads the headers of a trace. Takes `tracestate` only with a valid `traceparent` (W3C Trace Context 4.3). */
export function readTrace(headers: IncomingHttpHeaders): CarriedHeaders | undefined {
  const { traceparent, tracestate, baggage } = headers;
  if (traceparent === undefined && baggage === undefined) return undefined;
  const trace: Record<string, string> = {};
  if (isTraceparent(traceparent)) {
    trace['traceparent'] = traceparent;
    if (isShort(tracestate, 'tracestate')) trace['tracestate'] = tracestate;
  }
  if (isShort(baggage, 'baggage')) trace['baggage'] = baggage;
  return trace;
}

/** Most bytes of a body that the gateway reads itself, unless a setting says otherwise. */
const MAX_BODY_BYTES = 256 * 1024;

const noBody = success(Buffer.alloc(0));

/** Reports whether a body follows the head. Without one of these headers there is none (RFC 9112 6.3). */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Methods whose body has no meaning: an upstream that expects none takes it for another request (RFC 9110 9.3.1). */
const bodilessMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

/** Recognizes a request with a body although its method has no use for one. Some HTTP libraries send it. */
export const hasNeedlessBody = (request: IncomingMessage): boolean =>
  bodilessMethods.has(request.method ?? '') && hasBody(request);

/** Reads a needless body and turns its request into one without a body. Returns the problem if it cannot be read. */
export async function dropNeedlessBody(request: IncomingMessage): Promise<ProblemCode | undefined> {
  const read = await readBytes(request);
  if (!read.ok) return read.failure;
  const framing = ['content-length', 'transfer-encoding', 'content-encoding'];
  const headers = Object.entries(request.headers).filter(([name]) => !framing.includes(name));
  request.headers = Object.fromEntries(headers);
  return undefined;
}

/** Reads a whole body of at most so many bytes, never unpacked. Without a body (RFC 9112 6.3) the result is empty. */
export async function readRequestBody(
  request: IncomingMessage,
  mostBytes?: number,
): Promise<Result<Buffer, ProblemCode>> {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return noBody;
  const packing = request.headers['content-encoding'] ?? 'identity';
  if (packing.toLowerCase() !== 'identity') return failure('unsupportedMediaType');
  return readBytes(request, mostBytes);
}

/** Reads and drops the rest of a client's request. */
export function forgetRest(request: IncomingMessage): void {
  request.unpipe();
  request.resume();
}

/** Reads a body up to the largest size. A body that the client breaks off is a fault. */
function readBytes(
  request: IncomingMessage,
  mostBytes = MAX_BODY_BYTES,
): Promise<Result<Buffer, ProblemCode>> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > mostBytes) return Promise.resolve(failure('bodyTooLarge'));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isBrokenOff = false;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostBytes) resolve(failure('bodyTooLarge'));
      else chunks.push(chunk);
    });
    request.on('aborted', () => (isBrokenOff = true));
    request.on('end', () => {
      if (!isBrokenOff) resolve(success(Buffer.concat(chunks)));
    });
    // Only now is it known whether the client has disconnected.
    request.on('close', () => queueMicrotask(() => resolve(failure('badRequest'))));
  });
}

/** Fires when a client disconnects before it has its answer. A real AbortController takes 17 us a request. */
export class ClientDisconnect implements CancelSignal {
  aborted = false;
  /** Most requests have one listener, if any. */
  private firstListener: (() => void) | undefined = undefined;
  private moreListeners: (() => void)[] | undefined = undefined;

  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.aborted) return;
    if (this.firstListener === undefined) this.firstListener = listener;
    else (this.moreListeners ??= []).push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    if (this.firstListener === listener) this.firstListener = undefined;
    else this.moreListeners = this.moreListeners?.filter((listed) => listed !== listener);
  }

  fireAbort(): void {
    if (this.aborted) return;
    this.aborted = true;
    const { firstListener, moreListeners = [] } = this;
    this.firstListener = this.moreListeners = undefined;
    firstListener?.();
    for (const listener of moreListeners) listener();
  }
}

/** Lower-case names and values. */
export type Headers = Readonly<Record<string, string>>;

/** Creates the headers of a v1 answer once for all requests, by the API that has answered or is about to. */
export function createServedByHeaders(v1Headers: Headers): Readonly<Record<ServedBy, Headers>> {
  const servedBy = (side: Side): Headers => ({ ...v1Headers, 'x-lifeboat-served-by': side });
  const v1 = servedBy('v1');
  return { v1, v2: servedBy('v2'), fallback: { ...v1, 'x-lifeboat-because': 'fallback' } };
}

/** Headers that the edge writes itself on every answer. */
const ownHeaderNames: ReadonlySet<string> = new Set(['cache-control', 'x-request-id', 'content-length']);

/**
 * Returns the headers of every answer, then those of this answer, which win, names and values in turn, without those
 * that the edge writes. Several links stand in one field (RFC 8288 3.5), this answer's links first.
 */
export function joinHeaders(every: Headers, headers: Headers): string[] {
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

/** The end of v1, for people and programs that still use it; instants are clock ms. */
interface V1Dates {
  readonly sunset: number;
  /** Undefined where no setting says when v1 was deprecated. */
  readonly deprecation: number | undefined;
  /** End of this gateway. It is undefined while it is not set. */
  readonly end: number | undefined;
  /** Address of the page that explains the migration. */
  readonly guide: string | undefined;
}

/** Returns `Deprecation` and its link (RFC 9745), and `Sunset` (RFC 8594), never the earlier date (RFC 9745 4). */
export function v1Headers({ sunset, deprecation, end = sunset, guide }: V1Dates): Headers {
  return {
    ...(deprecation !== undefined && {
      deprecation: `@${Math.floor(Math.min(deprecation, end) / 1000)}`,
    }),
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
  const all = joinHeaders(every, headers);
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
