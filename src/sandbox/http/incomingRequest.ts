import type { Request } from 'express';

/** A request as the marketplace looks at it: plain values, no Express object. */
export interface IncomingRequest {
  readonly method: string;
  /** Path as sent, without the query. */
  readonly path: string;
  /** Path and query as sent. */
  readonly target: string;
  /** Address without the query. */
  readonly address: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  /** Empty when there was none. */
  readonly body: Buffer;
}

/** Takes the plain values out of an Express request whose raw body has been read. */
export function incomingRequest(request: Request): IncomingRequest {
  const [path = '/', ...query] = request.originalUrl.split('?');
  const body: unknown = request.body;
  return {
    method: request.method,
    path,
    target: request.originalUrl,
    address: `http://${request.headers.host ?? 'localhost'}${path}`,
    parameters: Object.fromEntries(
      Object.entries(request.params).map(([name, value]) => [name, String(value)]),
    ),
    query: new URLSearchParams(query.join('?')),
    authorization: request.headers.authorization,
    contentType: request.headers['content-type'],
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  };
}
