import type { Response } from 'express';

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

/** Sends an answer. */
export function sendReply(response: Response, { status, headers = {}, body }: Reply): void {
  // Answers carry credentials.
  response.status(status).set({ 'cache-control': 'no-store', ...headers });
  response.type('application/json').send(JSON.stringify(body));
}

/** Answers an error of Express and its parsers by its status; any other error is a bug of the sandbox. */
export function faultReply(error: unknown): Reply {
  const status: unknown =
    typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413) return sandboxProblems.tooLarge;
  if (status === 415) return sandboxProblems.notJson;
  return typeof status === 'number' && status < 500 ? sandboxProblems.badPath : sandboxProblems.serverError;
}
