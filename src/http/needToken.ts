import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { readBearer } from '../gateway/keys/readBearer';
import { problemAnswer } from '../gateway/problems';
import { isSameSecret } from './isSameSecret';

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
