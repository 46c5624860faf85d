import type { ServerResponse } from 'node:http';

/** Answer of an operation; the HTTP edge adds headers and prints the body as JSON. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers 200 with a body. */
export const ok = (body: unknown): Reply => ({ status: 200, body });

/** Answers 201 with a body. */
export const created = (body: unknown): Reply => ({ status: 201, body });

/** Adds headers to an answer. */
export const withHeaders = (reply: Reply, headers: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
});

const problem = (status: number, message: string): Reply => ({ status, body: { message } });

/** Answers to failures that concern no field (spec 7.1; others as in the live service's framework). */
export const sandboxProblems = {
  malformed: problem(400, 'The request body is not valid JSON.'),
  unstorable: problem(400, 'The request body holds a text that cannot be stored.'),
  badPath: problem(400, 'The request path is not valid.'),
  unauthenticated: problem(401, 'Unauthenticated.'),
  unauthorized: problem(403, 'This action is unauthorized.'),
  notFound: problem(404, 'Resource not found.'),
  gone: problem(410, 'API v1 has been discontinued. Use API v2.'),
  tooLarge: problem(413, 'The request body is too large.'),
  notJson: problem(415, 'The request body must be application/json.'),
  tooMany: problem(429, 'Too many requests.'),
  serverError: problem(500, 'Server Error'),
} as const;

/** Refuses an unknown list query (observed: 400). */
export const badQuery = (message: string): Reply => problem(400, message);

/** Answer in the form in which it is sent. */
export interface PrintedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Prints an answer as JSON, or a text with a type of its own as it is. */
export function printReply({ status, headers = {}, body }: Reply): PrintedReply {
  // Answers carry credentials.
  const ownHeaders = { 'cache-control': 'no-store', ...headers };
  // A 204 has no body (RFC 9110 15.3.5).
  if (body === undefined || status === 204) return { status, headers: ownHeaders, bytes: Buffer.alloc(0) };
  if (typeof body === 'string' && headers['content-type'] !== undefined)
    return { status, headers: ownHeaders, bytes: Buffer.from(body) };
  const typed = { 'content-type': 'application/json; charset=utf-8', ...ownHeaders };
  return { status, headers: typed, bytes: Buffer.from(JSON.stringify(body)) };
}

/** Sends an answer. */
export function sendReply(response: ServerResponse, reply: Reply): void {
  const { status, headers, bytes } = printReply(reply);
  response.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes);
}

/** Answers an error of Express and its parsers by its status; any other error is a bug of the sandbox. */
export function errorReply(error: unknown): Reply {
  const { status = 500 } = error as { readonly status?: number };
  if (status === 413) return sandboxProblems.tooLarge;
  if (status === 415) return sandboxProblems.notJson;
  return status < 500 ? sandboxProblems.badPath : sandboxProblems.serverError;
}
