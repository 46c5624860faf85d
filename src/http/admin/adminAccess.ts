import { hash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { type ProblemCode, problemAnswer } from '../../gateway/problems';
import { describeThrow } from '../../gateway/gatewayEvents';
import type { Door } from './door';

const digest = (text: string) => hash('sha256', text, 'buffer');

/** Compares a presented secret with the real one; the time it takes says nothing about either. */
export const isSameSecret = (presented: string | undefined, secret: string | undefined): boolean =>
  presented !== undefined && secret !== undefined && timingSafeEqual(digest(presented), digest(secret));

/** Answers a problem in the v1 shape. */
export function answerAdminProblem(
  response: Response,
  code: ProblemCode,
  more: Readonly<Record<string, string>> = {},
): void {
  const { status, headers, body } = problemAnswer(code, randomUUID(), more);
  response.writeHead(status, headers).end(body);
}

/** Hands on only the requests of visitors who may look, by a bearer token or by the password of any user. */
export const needViewer =
  (door: Door): RequestHandler =>
  (request, response, next) => {
    if (door.admit(request, 'viewer', true).ok) next();
    else answerAdminProblem(response, 'unauthenticated', { 'www-authenticate': 'Basic realm="lifeboat"' });
  };

/** True for a request of this port's own pages: no other origin may post (RFC 6454), and a form cannot forge this. */
export function isOwnPost({ headers }: Pick<Request, 'headers'>): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
}

/**
 * Matches an address, a name without a dot, or a name of this machine (RFC 6761 6.3): no stranger can register these.
 */
const OWN = /^(\[[\da-f:.]+\]|[\d.]+|[^.:]*|.*\.localhost)(:\d*)?$/i;

/**
 * Refuses requests under a name that a stranger can own. Otherwise a web page whose name is made to point at this
 * machine (DNS rebinding) could read pages for the people on it.
 */
export const refuseForeignNames: RequestHandler = (request, response, next) => {
  if (OWN.test(request.headers.host ?? '')) next();
  else answerAdminProblem(response, 'badRequest');
};

/** Answers every throw on the admin port: a mistake of the asker as a refusal, anything else with what did not work. */
export const answerAdminThrow =
  (status: 500 | 503, lacking: string): ErrorRequestHandler =>
  (thrown: unknown, _request, response, _next) => {
    // Express and its parsers give the errors of unreadable requests a status.
    const refusal = thrown instanceof Error && 'status' in thrown ? Number(thrown.status) : 0;
    if (refusal >= 400 && refusal < 500)
      response.status(refusal).json({ message: 'The request cannot be read.' });
    else response.status(status).json({ message: `${lacking} (${describeThrow(thrown)}).` });
  };
