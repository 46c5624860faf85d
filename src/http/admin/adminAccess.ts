import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { readBearer } from '../../gateway/keys/clientKeys';
import { problemAnswer } from '../../gateway/problems';
import { describeThrow } from '../../gateway/gatewayEvents';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares a presented secret with the real one in a time that says nothing about either. */
export function isSameSecret(presented: string | undefined, secret: string | undefined): boolean {
  if (presented === undefined || secret === undefined) return false;
  return timingSafeEqual(digest(presented), digest(secret));
}

/** The password of HTTP's basic scheme (RFC 7617): browsers ask people for it. */
function readPassword(authorization: string | undefined): string | undefined {
  const [, encoded = ''] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? [];
  const pair = Buffer.from(encoded, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon === -1 ? undefined : pair.slice(colon + 1);
}

/** Lets nobody read on who does not show the token, as a bearer or as the password of any user; without one, everybody. */
export function needToken(token: string | undefined): RequestHandler {
  return (request, response, next) => {
    const { authorization } = request.headers;
    const shown = readBearer(authorization) ?? readPassword(authorization);
    if (token === undefined || isSameSecret(shown, token)) {
      next();
      return;
    }
    const { status, headers, body } = problemAnswer('unauthenticated', randomUUID(), {
      'www-authenticate': 'Basic realm="lifeboat"',
    });
    response.writeHead(status, headers).end(body);
  };
}

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

/** The status of what Express and its parsers throw at a request that they cannot read. */
function refusalOf(thrown: unknown): number | undefined {
  const status = thrown instanceof Error && 'status' in thrown ? Number(thrown.status) : 0;
  return status >= 400 && status < 500 ? status : undefined;
}

/** Answers whatever is thrown on the admin port: the asker's own mistake as one, all else with what did not work. */
export const answerAdminThrow =
  (status: 500 | 503, lacking: string): ErrorRequestHandler =>
  (thrown: unknown, _request, response, _next) => {
    const refusal = refusalOf(thrown);
    const message =
      refusal === undefined ? `${lacking} (${describeThrow(thrown)}).` : 'The request cannot be read.';
    response.status(refusal ?? status).json({ message });
  };
