import type { Json } from '../contract/json';
/** An answer to the client. Its body is complete JSON: text, or bytes in pieces if it is long, or nothing. */
export interface Answer {
  readonly status: number;
  /** Lower-case names; the edge adds framing headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | readonly Buffer[];
  /** Set for an answer in v1's own words, which must not be rewritten. */
  readonly isAsCame?: true;
  readonly next?: string | undefined;
  /** Name of the resource that it shows, or lists. */
  readonly resource?: string | undefined;
}

export interface TextAnswer extends Answer {
  readonly body: string;
}

export const bodyText = ({ body }: Pick<Answer, 'body'>): string =>
  typeof body === 'string' ? body : Buffer.concat(body).toString();

/** Parses the body of an answer. An empty body is null. */
export const bodyValue = (answer: Pick<Answer, 'body'>): Json =>
  JSON.parse(bodyText(answer) || 'null') as Json;

export const textAnswer = (answer: Answer): TextAnswer => ({ ...answer, body: bodyText(answer) });

/**
 * Every problem that ends a request: code (for log and metrics), status and the v1 text, of which spec 7.1 fixes four. No
 * text names a host, path or upstream text.
 */
export const problems = {
  badRequest: { status: 400, message: 'The request is not valid.' },
  badPath: { status: 400, message: 'The path is not valid.' },
  badJson: { status: 400, message: 'The request body is not valid JSON.' },
  refusedKey: { status: 400, message: 'The request body has a member name that is not allowed.' },
  unauthenticated: { status: 401, message: 'Unauthenticated.' },
  paymentRequired: { status: 402, message: 'A payment is required.' },
  forbidden: { status: 403, message: 'This action is unauthorized.' },
  notFound: { status: 404, message: 'Resource not found.' },
  methodNotAllowed: { status: 405, message: 'The method is not allowed.' },
  requestTimeout: { status: 408, message: 'The request took too long to arrive.' },
  conflict: { status: 409, message: 'The resource is in a state that does not allow this action.' },
  gone: { status: 410, message: 'API v1 has been discontinued.' },
  /** A brownout, as its plan says. */
  brownoutGone: { status: 410, message: 'API v1 is switched off for a while, ahead of its end.' },
  /** v2's refusal of a condition that the mapping passes on. */
  preconditionFailed: {
    status: 412,
    message: 'The resource is no longer in the state that the request names.',
  },
  bodyTooLarge: { status: 413, message: 'The request body is too large.' },
  unsupportedMediaType: { status: 415, message: 'The request body must be plain application/json.' },
  invalid: { status: 422, message: 'The given data was invalid.' },
  /** An event of v2 that has no form of v1. */
  eventUnfit: { status: 422, message: 'The event cannot be translated.' },
  rateLimited: { status: 429, message: 'Too many requests.' },
  headersTooLarge: { status: 431, message: 'The request headers are too large.' },
  /** Never sent: the client left before its answer. The number is nginx's. */
  clientGone: { status: 499, message: 'The client closed the connection.' },
  internal: { status: 500, message: 'Internal error.' },
  /** There is no connection, or it ended before an answer began. */
  upstreamUnreachable: { status: 502, message: 'The service could not be reached.' },
  /** An answer began and is cut, malformed, encoded or too large. */
  upstreamBroken: { status: 502, message: 'The service gave no usable answer.' },
  /** A complete answer that does not fit the contract. */
  upstreamUnfit: { status: 502, message: 'The service gave no usable answer.' },
  /** A complete refusal for which v1 has no answer. */
  upstreamRefused: { status: 502, message: 'The service refused the request.' },
  /** A 5xx or another status that is neither success nor refusal. */
  upstreamFailed: { status: 502, message: 'The service failed.' },
  /** A list that differs each time it is read. */
  listChanging: { status: 503, message: 'The list changed while it was read. Try again later.' },
  /** A page whose cursor is v2's, while v2 cannot be asked. */
  pageAway: { status: 503, message: 'The next page cannot be read for now. Try again later.' },
  /** A refusal in which v2 says when to ask again. */
  upstreamBusy: { status: 503, message: 'The service is busy. Try again later.' },
  overloaded: { status: 503, message: 'The service is busy. Try again later.' },
  /** An event that the store does not take. */
  eventUnkept: { status: 503, message: 'The event cannot be kept. Send it again later.' },
  brownout: { status: 503, message: 'API v1 is switched off for a while, ahead of its end.' },
  /** The index of a lookup is still being read. */
  indexing: { status: 503, message: 'The list is still being read. Try again later.' },
  upstreamTimeout: { status: 504, message: 'The service did not answer in time.' },
} as const satisfies Record<string, { readonly status: number; readonly message: string }>;

export type ProblemCode = keyof typeof problems;

/** Returns a problem in the v1 shape (spec 7.1). `more` is added to its message. */
export function problemAnswer(
  code: ProblemCode,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
  more = '',
): TextAnswer {
  const { status, message } = problems[code];
  return {
    status,
    headers: {
      ...headers,
      'content-type': 'application/json',
      // 404 and 410 are cacheable unless an answer says otherwise (RFC 9110 15.1).
      'cache-control': 'no-store',
      'x-request-id': requestId,
    },
    body: JSON.stringify({ message: message + more }),
  };
}
