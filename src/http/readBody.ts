import { raw, type Request, type RequestHandler, type Response } from 'express';
import type { ProblemCode } from '../gateway/problems';
import { failure, success, type Result } from '../translation/result';

/** Bytes that the body of a translated request may have. */
const LIMIT = 256 * 1024;

const read: RequestHandler = raw({ type: () => true, inflate: false, limit: LIMIT });

const codes: Readonly<Record<string, ProblemCode>> = {
  'entity.too.large': 'bodyTooLarge',
  'encoding.unsupported': 'unsupportedMediaType',
};

const none = Buffer.alloc(0);
const nothing = Promise.resolve(success(none));

/** Reads a whole body, never unpacked; empty when there is none. */
export function readBody(request: Request, response: Response): Promise<Result<Buffer, ProblemCode>> {
  // RFC 9112 6.3: without either header there is none.
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return nothing;
  return new Promise((resolve) => {
    void read(request, response, (error?: unknown) => {
      if (error !== undefined) {
        resolve(failure(codes[typeOf(error)] ?? 'badRequest'));
        return;
      }
      const body: unknown = request.body;
      resolve(success(Buffer.isBuffer(body) ? body : none));
    });
  });
}

function typeOf(error: unknown): string {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : '';
}
