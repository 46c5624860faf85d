import type { IncomingMessage } from 'node:http';
import type { ProblemCode } from '../../gateway/problems';
import { Eventual, failure, type Later, type Result, success } from '../../contract/result';
import { randomFillSync } from 'node:crypto';
import type { CancelListener, CancelSignal } from '../../gateway/context';

/** Methods as counts know them: a client may write any word for one. */
export const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

/** True for a request that changes nothing, whoever executes it (RFC 9110 9.2.1). */
export const isRead = ({ method }: Pick<IncomingMessage, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD';

/** True when a request target names `prefix` or something below it. */
export function isUnder(prefix: string, target: string): boolean {
  if (!target.startsWith(prefix)) return false;
  const next = target.charAt(prefix.length);
  return next === '' || next === '/' || next === '?';
}

const BYTES = 16;
/** Random bytes of some ids to come. */
const random = Buffer.alloc(BYTES * 256);
const digits = Buffer.from('0123456789abcdef');
const DASH = 45;
const text = Buffer.alloc(36, DASH);
/** Places of the first digit of each byte (RFC 9562 4). */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
/** Bytes whose upper bits are the version, 4, and the variant. */
const [VERSION_AT, VARIANT_AT] = [6, 8];
let next = random.length;

/** Makes a random UUID (RFC 9562 5.4) for a request; `crypto.randomUUID` makes ten times as many bytes of garbage. */
export function makeRequestId(): string {
  if (next === random.length) {
    randomFillSync(random);
    next = 0;
  }
  random[next + VERSION_AT] = ((random[next + VERSION_AT] ?? 0) & 0x0f) | 0x40;
  random[next + VARIANT_AT] = ((random[next + VARIANT_AT] ?? 0) & 0x3f) | 0x80;
  for (let at = 0; at < BYTES; at += 1) {
    const byte = random[next + at] ?? 0;
    const place = places[at] ?? 0;
    text[place] = digits[byte >> 4] ?? 0;
    text[place + 1] = digits[byte & 0x0f] ?? 0;
  }
  next += BYTES;
  return text.toString('latin1');
}

/** Version 00 of W3C Trace Context: trace, parent, flags; a version to come may append more (3.2.2). */
const form = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const ZEROS = /^0+$/;

/** A `traceparent` that is fit to be sent on; undefined when there is none or it is not valid. */
export function readTraceparent(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header.startsWith('ff')) return undefined;
  const [, trace = '0', parent = '0'] = form.exec(header) ?? [];
  return ZEROS.test(trace) || ZEROS.test(parent) ? undefined : header;
}

/** Bytes that the body of a translated request may have. */
const LIMIT = 256 * 1024;

const none = Buffer.alloc(0);
const nothing = success(none);

/** True if a body follows the head: without either header there is none (RFC 9112 6.3). */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Reads a whole body, never unpacked; empty when there is none. */
export function readRequestBody(request: IncomingMessage): Later<Result<Buffer, ProblemCode>> {
  // RFC 9112 6.3: without either header there is none.
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return nothing;
  const packing = request.headers['content-encoding'] ?? 'identity';
  if (packing.toLowerCase() !== 'identity') return failure('unsupportedMediaType');
  return Number(length ?? 0) > LIMIT ? failure('bodyTooLarge') : new BodyReading(request);
}

/** Has what a client still sends of its request read and forgotten. */
export function forgetRest(request: IncomingMessage): void {
  if (request.complete && request.readableFlowing === null && request.readableLength === 0) {
    // Only its end is left: to read it takes two turns less than to let it flow.
    request.read();
    return;
  }
  request.unpipe();
  request.resume();
}

/** The bytes of a body as they come. */
class BodyReading extends Eventual<Result<Buffer, ProblemCode>> {
  private size = 0;
  private isBrokenOff = false;
  private readonly chunks: Buffer[] = [];

  constructor(request: IncomingMessage) {
    super();
    request.on('data', (chunk: Buffer) => this.add(chunk));
    request.on('end', () => this.end());
    request.on('aborted', () => (this.isBrokenOff = true));
    // Not before: by then it is known whether the client has disconnected.
    request.on('close', () => queueMicrotask(() => this.settle(failure('badRequest'))));
  }

  private add(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size > LIMIT) this.settle(failure('bodyTooLarge'));
    else this.chunks.push(chunk);
  }

  private end(): void {
    if (this.isBrokenOff) return;
    const { chunks } = this;
    const [first = none] = chunks;
    this.settle(success(chunks.length > 1 ? Buffer.concat(chunks) : first));
  }
}

/**
 * Fires when a client disconnects before it has its answer. A real AbortController takes 17 us of processor time a
 * request; and a getter here instead of a member would give each object a shape of its own, which outlives the request
 * and keeps the whole of it from the young collector.
 */
export class ClientDisconnect implements CancelSignal {
  aborted = false;
  /** Most requests have one listener, if any. */
  private first: CancelListener | undefined = undefined;
  private others: CancelListener[] | undefined = undefined;

  addEventListener(_type: 'abort', listener: CancelListener): void {
    if (this.aborted) return;
    if (this.first === undefined) this.first = listener;
    else (this.others ??= []).push(listener);
  }

  removeEventListener(_type: 'abort', listener: CancelListener): void {
    if (this.first === listener) this.first = undefined;
    else this.others = this.others?.filter((other) => other !== listener);
  }

  fire(): void {
    if (this.aborted) return;
    this.aborted = true;
    const { first, others = [] } = this;
    this.first = this.others = undefined;
    for (const listener of first === undefined ? others : [first, ...others]) {
      if (typeof listener === 'function') listener();
      else listener.handleEvent();
    }
  }
}
