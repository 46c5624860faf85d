import type { ServerResponse } from 'node:http';

/** Answer of an operation; the HTTP edge adds headers and prints the body as JSON. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const answerOk = (body: unknown): Reply => ({ status: 200, body });

/** Refusal of a call, thrown anywhere in it: its reply is the answer, and the call changes nothing. */
export class CallRefusal extends Error {
  constructor(readonly reply: Reply) {
    super(`refused with ${reply.status}`);
  }
}

/** Answers 201 with a body. */
export const answerCreated = (body: unknown): Reply => ({ status: 201, body });

/** Adds headers to an answer. */
export const addReplyHeaders = (reply: Reply, headers: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
});

const makeProblem = (status: number, message: string): Reply => ({ status, body: { message } });

/** Answers to failures that concern no field (spec 7.1; others as in the live service's framework). */
export const sandboxProblems = {
  malformed: makeProblem(400, 'The request body is not valid JSON.'),
  unstorable: makeProblem(400, 'The request body holds a text that cannot be stored.'),
  badPath: makeProblem(400, 'The request path is not valid.'),
  unauthenticated: makeProblem(401, 'Unauthenticated.'),
  unauthorized: makeProblem(403, 'This action is unauthorized.'),
  notFound: makeProblem(404, 'Resource not found.'),
  gone: makeProblem(410, 'API v1 has been discontinued. Use API v2.'),
  tooLarge: makeProblem(413, 'The request body is too large.'),
  notJson: makeProblem(415, 'The request body must be application/json.'),
  tooMany: makeProblem(429, 'Too many requests.'),
  serverError: makeProblem(500, 'Server Error'),
} as const;

/** Refuses a call with 404 if there is no such row. */
export function foundRow<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new CallRefusal(sandboxProblems.notFound);
  return row;
}

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

/** Answers an error of Express and its parsers by its status. Any other error is a bug of the sandbox. */
export function errorReply(error: unknown): Reply {
  const { status = 500 } = error as { readonly status?: number };
  if (status === 413) return sandboxProblems.tooLarge;
  if (status === 415) return sandboxProblems.notJson;
  return status < 500 ? sandboxProblems.badPath : sandboxProblems.serverError;
}
