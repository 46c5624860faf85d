import { createHmac } from 'node:crypto';

/** What a key says about itself. */
export interface Claims {
  /** Id of the key's row. */
  readonly jti: string;
  /** Id of the seller. */
  readonly sub: string;
  readonly iss: 'lifeboat-sandbox';
  /** API version the key is for. */
  readonly aud: 'v1' | 'v2';
  /** Unix seconds. */
  readonly iat: number;
}

/** Signs claims as a compact JWT, HS256 (RFC 7519, RFC 7515). */
export function signToken(claims: Claims, secret: string): string {
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${signature(content, secret).toString('base64url')}`;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** The HS256 signature of a token's first two parts. */
export const signature = (content: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(content).digest();
