import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { problemAnswer } from '../../gateway/problems';
import { describeThrow } from '../../gateway/gatewayEvents';
import type { Door } from './door';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares a presented secret with the real one; the time it takes says nothing about either. */
export function isSameSecret(presented: string | undefined, secret: string | undefined): boolean {
  if (presented === undefined || secret === undefined) return false;
  return timingSafeEqual(digest(presented), digest(secret));
}

/** Hands on only the requests of visitors who may look, by a bearer token or by the password of any user. */
export const needViewer =
  (door: Door): RequestHandler =>
  (request, response, next) => {
    if (door.admit(request, 'viewer', true).ok) {
      next();
      return;
    }
    const { status, headers, body } = problemAnswer('unauthenticated', randomUUID(), {
      'www-authenticate': 'Basic realm="lifeboat"',
    });
    response.writeHead(status, headers).end(body);
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
  if (OWN.test(request.headers.host ?? '')) {
    next();
    return;
  }
  const { status, headers, body } = problemAnswer('badRequest', randomUUID());
  response.writeHead(status, headers).end(body);
};

/** Returns the status for an error that Express or its parsers throw at an unreadable request. */
function refusalOf(thrown: unknown): number | undefined {
  const status = thrown instanceof Error && 'status' in thrown ? Number(thrown.status) : 0;
  return status >= 400 && status < 500 ? status : undefined;
}

/** Answers every throw on the admin port: a mistake of the asker as a refusal, anything else with what did not work. */
export const answerAdminThrow =
  (status: 500 | 503, lacking: string): ErrorRequestHandler =>
  (thrown: unknown, _request, response, _next) => {
    const refusal = refusalOf(thrown);
    const message =
      refusal === undefined ? `${lacking} (${describeThrow(thrown)}).` : 'The request cannot be read.';
    response.status(refusal ?? status).json({ message });
  };
