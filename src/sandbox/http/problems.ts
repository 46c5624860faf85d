import type { Reply } from './reply';

const problem = (status: number, message: string): Reply => ({ status, body: { message } });

/** Every answer that is not a success and names no field (spec 7.1; the rest as the live service's framework does). */
export const problems = {
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
