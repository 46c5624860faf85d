import type { Response } from 'express';

/** The answer of an operation; the HTTP edge adds headers and prints the body as JSON. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** 200 with a body. */
export const ok = (body: unknown): Reply => ({ status: 200, body });

/** 201 with a body. */
export const created = (body: unknown): Reply => ({ status: 201, body });

/** The same answer with more headers. */
export const withHeaders = (reply: Reply, headers: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
});

const problem = (status: number, message: string): Reply => ({ status, body: { message } });

/** Every answer that is not a success and names no field (spec 7.1; the rest as the live service's framework does). */
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

/** A list query that the API does not know (observed: 400). */
export const badQuery = (message: string): Reply => problem(400, message);

/** Sends an answer. */
export function sendReply(response: Response, { status, headers = {}, body }: Reply): void {
  // Answers carry credentials.
  response.status(status).set({ 'cache-control': 'no-store', ...headers });
  response.type('application/json').send(JSON.stringify(body));
}

/** Answers a refusal of Express and its parsers by its status; any other error is a bug of the sandbox. */
export function faultReply(error: unknown): Reply {
  const status: unknown =
    typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413) return sandboxProblems.tooLarge;
  if (status === 415) return sandboxProblems.notJson;
  return typeof status === 'number' && status < 500 ? sandboxProblems.badPath : sandboxProblems.serverError;
}
