import { createHmac } from 'node:crypto';
import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../storage/sandboxTables';

/** What a key says about itself. */
interface Claims {
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
export const signToken = (content: Claims, secret: string): string =>
  createSigner({ key: secret, algorithm: 'HS256' })({ ...content });

const claims = z.object({
  jti: z.string(),
  sub: z.string(),
  iss: z.literal('lifeboat-sandbox'),
  aud: z.enum(['v1', 'v2']),
  iat: z.int(),
});

/** Reads the claims of a token whose signature is right; undefined for every other text. */
function verifyToken(token: string, secret: string): Claims | undefined {
  try {
    // Only one algorithm is ever accepted, whatever the header says (RFC 8725 3.1).
    const verify = createVerifier({ key: secret, algorithms: ['HS256'] });
    return claims.safeParse(verify(token)).data;
  } catch (error) {
    if (error instanceof TokenError) return undefined;
    throw error;
  }
}

/** What the key in an Authorization header (RFC 6750 2.1) says about itself; undefined when it is none of ours. */
export function readClaims(authorization: string | undefined, secret: string): Claims | undefined {
  const token = /^bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1];
  return token === undefined ? undefined : verifyToken(token, secret);
}

/**
 * The secret that signs a marketplace's keys. It follows from the seed of its first start, so that the same seed gives
 * the same keys: this is a marketplace to try things on, and nothing of value hangs on its keys.
 */
export async function keySecretOf(db: Kysely<Tables>, seed: number): Promise<string> {
  const value = createHmac('sha256', 'lifeboat sandbox keys').update(String(seed)).digest('base64url');
  await db
    .insertInto('setting')
    .values({ name: 'key-secret', value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const setting = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'key-secret')
    .executeTakeFirstOrThrow();
  return setting.value;
}
