import type { Claims } from './signToken';
import { verifyToken } from './verifyToken';

/** What the key in an Authorization header (RFC 6750 2.1) says about itself; undefined when it is none of ours. */
export function readClaims(authorization: string | undefined, secret: string): Claims | undefined {
  const token = /^bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1];
  return token === undefined ? undefined : verifyToken(token, secret);
}
