import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { problemAnswer } from '../gateway/problems';

/** An address, a name without a dot, or one of this machine (RFC 6761 6.3): nothing that a stranger can register. */
const OWN = /^(\[[\da-f:.]+\]|[\d.]+|[^.:]*|.*\.localhost)(:\d*)?$/i;

/**
 * Refuses requests under a name that somebody else can own: a web page whose name is made to point at this machine
 * (DNS rebinding) could otherwise read what is meant for the people on it.
 */
export const refuseForeignNames: RequestHandler = (request, response, next) => {
  if (OWN.test(request.headers.host ?? '')) {
    next();
    return;
  }
  const { status, headers, body } = problemAnswer('badRequest', randomUUID());
  response.writeHead(status, headers).end(body);
};
