import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** Claims of a key: id of its row, id of the seller, API version, Unix seconds of its making. */
const claims = z.object({
  jti: z.string(),
  sub: z.string(),
  iss: z.literal('lifeboat-sandbox'),
  aud: z.enum(['v1', 'v2']),
  iat: z.int(),
});

type Claims = z.infer<typeof claims>;

const encode = (content: object): string => Buffer.from(JSON.stringify(content)).toString('base64url');

const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/** Signs encoded claims as a token with the only header that the sandbox uses (RFC 8725 3.1). */
function tokenOf(content: string, secret: string): string {
  const signed = `${HEADER}.${content}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** Signs claims as a compact JWT, HS256 (RFC 7519, RFC 7515). */
export const signToken = (content: Claims, secret: string): string => tokenOf(encode(content), secret);

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Reads the claims of a token from `signToken`; undefined for every other text. */
function verifyToken(token: string, secret: string): Claims | undefined {
  const [, content = ''] = token.split('.');
  // Digests have equal lengths, so the comparison reveals nothing about the correct part of a token.
  if (!timingSafeEqual(digestOf(token), digestOf(tokenOf(content, secret)))) return undefined;
  return claims.safeParse(JSON.parse(Buffer.from(content, 'base64url').toString())).data;
}

/** Reads the claims of the key in an Authorization header (RFC 6750 2.1); undefined if this sandbox did not sign it. */
export function readClaims(authorization: string | undefined, secret: string): Claims | undefined {
  const token = /^bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1];
  return token === undefined ? undefined : verifyToken(token, secret);
}

/**
 * Returns the secret that signs a marketplace's keys. It is derived from the seed of the first start, so that the same
 * seed makes the same keys: this marketplace is for trials, and its keys protect nothing of value.
 */
export function keySecretOf(database: DatabaseSync, seed: number): string {
  const value = createHmac('sha256', 'lifeboat sandbox keys').update(String(seed)).digest('base64url');
  database.prepare(`insert or ignore into setting values ('key-secret', ?)`).run(value);
  const setting = database.prepare(`select value from setting where name = 'key-secret'`).get();
  return String(setting?.value);
}
