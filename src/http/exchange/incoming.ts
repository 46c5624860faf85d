import type { IncomingMessage } from 'node:http';
import type { ProblemCode } from '../../gateway/problems';
import { Eventual, failure, type Later, type Result, success } from '../../contract/result';

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
