import type { IncomingMessage, ServerResponse } from 'node:http';
import { raw } from 'express';
import type { ProblemCode } from '../../gateway/problems';
import { Eventual, type Later } from '../../contract/later';
import { failure, type Result, success } from '../../contract/result';

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

const parse = raw({ type: () => true, inflate: false, limit: LIMIT });

const codes: Readonly<Record<string, ProblemCode>> = {
  'entity.too.large': 'bodyTooLarge',
  'encoding.unsupported': 'unsupportedMediaType',
};

const none = Buffer.alloc(0);
const nothing = success(none);

/** Reads a whole body, never unpacked; empty when there is none. */
export function readRequestBody(
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
): Later<Result<Buffer, ProblemCode>> {
  // RFC 9112 6.3: without either header there is none.
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return nothing;
  const read = new Eventual<Result<Buffer, ProblemCode>>();
  parse(request, response, (error?: unknown) => {
    const { body } = request;
    const refused = codes[typeOf(error)] ?? 'badRequest';
    // Later: by then it is known whether the client has disconnected.
    if (error !== undefined) queueMicrotask(() => read.settle(failure(refused)));
    else read.settle(success(Buffer.isBuffer(body) ? body : none));
  });
  return read;
}

function typeOf(error: unknown): string {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : '';
}
