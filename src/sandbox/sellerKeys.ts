import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { limitedText } from '../contract/requestKinds';
import { refuseFields } from './http/checkBody';
import { foundRow } from './http/reply';
import type { Market } from './market';
import type { SellerKey } from './storage/sandboxSchema';
import { matchColumn, pickColumns, readSetting, type RowCondition } from './storage/tables';

/** Claims of a key: id of its row, id of the seller, API version, Unix seconds of its making. */
const claims = z.object({
  jti: z.string(),
  sub: z.string(),
  iss: z.literal('lifeboat-sandbox'),
  aud: z.enum(['v1', 'v2']),
  iat: z.int(),
});

type Claims = z.infer<typeof claims>;

const encodeJson = (content: object): string => Buffer.from(JSON.stringify(content)).toString('base64url');

const HEADER = encodeJson({ alg: 'HS256', typ: 'JWT' });

/** Signs encoded claims as a token with the only header that the sandbox uses (RFC 8725 3.1). */
function tokenOf(content: string, secret: string): string {
  const signed = `${HEADER}.${content}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** Signs claims as a compact JWT, HS256 (RFC 7519, RFC 7515). */
export const signToken = (content: Claims, secret: string): string => tokenOf(encodeJson(content), secret);

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Reads the claims of the key in an Authorization header (RFC 6750 2.1), if this sandbox has signed the key. */
export function readClaims(authorization: string | undefined, secret: string): Claims | undefined {
  const token = /^bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const [, content = ''] = token.split('.');
  // Digests have equal lengths, so the comparison reveals nothing about the correct part of a token.
  if (!timingSafeEqual(digestOf(token), digestOf(tokenOf(content, secret)))) return undefined;
  return claims.safeParse(JSON.parse(Buffer.from(content, 'base64url').toString())).data;
}

/**
 * Returns the secret that signs a marketplace's keys. It is derived from the seed of the first start, so that the same
 * seed makes the same keys: this marketplace is for trials, and its keys protect nothing of value.
 */
export function keySecretOf(database: DatabaseSync, seed: number): string {
  const value = createHmac('sha256', 'lifeboat sandbox keys').update(String(seed)).digest('base64url');
  database.prepare(`insert or ignore into setting values ('key-secret', ?)`).run(value);
  return readSetting(database, 'key-secret') ?? value;
}

/** Key that a seller requests. */
export const wantedKey = z.object({
  /** Id of the seller. */
  seller: z.int().min(1).default(1),
  name: limitedText(255),
  version: z.enum(['v1', 'v2']).default('v2'),
  read_only: z.boolean().default(false),
});

type WantedKey = z.output<typeof wantedKey>;

type Keys = Pick<Market, 'keys'>;

const isActive: RowCondition = ['deleted_at is null'];

/** Returns the text of a key, which is not stored (spec 5.3). */
function textOf({ seller_id, version, token_id, created_at }: SellerKey, secret: string): string {
  const owner = { iss: 'lifeboat-sandbox', sub: String(seller_id) } as const;
  return signToken({ ...owner, aud: version, jti: token_id, iat: created_at }, secret);
}

function insertKey({ keys }: Keys, wanted: WantedKey, token_id: string, created_at: number): SellerKey {
  const { seller: seller_id, read_only, ...key } = wanted;
  return keys.insertRow({ ...key, seller_id, token_id, read_only: Number(read_only), created_at });
}

const listActiveKeys = ({ keys }: Keys, seller: number, version: 'v1' | 'v2'): SellerKey[] =>
  keys.listRows([matchColumn('seller_id', seller), matchColumn('version', version), isActive]);

/** Maximum number of active v2 keys of a seller, which allows rotation (spec 5.4). */
const MAX_ACTIVE_KEYS = 2;

/**
 * Makes a key and returns its text, only this once (spec 5.3). Refuses a third active v2 key. v1 has a single key, which
 * a new one invalidates (spec 5.6).
 */
export function addSellerKey(market: Keys, newKey: WantedKey, at: number, secret: string): string {
  const active = listActiveKeys(market, newKey.seller, newKey.version);
  if (newKey.version === 'v2' && active.length >= MAX_ACTIVE_KEYS)
    refuseFields({ name: ['A seller has at most 2 active keys. Delete one first.'] });
  if (newKey.version === 'v1') for (const key of active) market.keys.saveRow(key, { deleted_at: at });
  return textOf(insertKey(market, newKey, randomUUID(), at), secret);
}

/** Returns the text of the first seller's oldest key with full access, or makes one. */
export function findFirstKey(market: Keys, version: 'v1' | 'v2', at: number, secret: string): string {
  const wanted = { seller: 1, name: 'first', version, read_only: false };
  const oldestKey = listActiveKeys(market, 1, version).find(({ read_only: isReadOnly }) => isReadOnly === 0);
  return textOf(oldestKey ?? insertKey(market, wanted, `first-${version}-${at}`, at), secret);
}

/** Finds the active key in an Authorization header. Returns undefined if there is none (spec 5.7). */
export function authenticate(
  { keys }: Keys,
  authorization: string | undefined,
  version: 'v1' | 'v2',
  secret: string,
): SellerKey | undefined {
  const claims = readClaims(authorization, secret);
  if (claims?.aud !== version) return undefined;
  return keys.findFirst([matchColumn('token_id', claims.jti), isActive]);
}

/** Ends an active key at once and for good (spec 5.5). */
export function deleteSellerKey({ keys }: Keys, id: string | undefined, at: number): void {
  keys.saveRow(foundRow(keys.findRow(id, isActive)), { deleted_at: at });
}

/** Lists the keys of a seller, even deleted ones, without their texts, which are not stored (spec 5.3). */
export const listSellerKeys = ({ keys }: Keys, seller: number) =>
  keys.listRows([matchColumn('seller_id', seller)]).map((key) => ({
    ...pickColumns(key, 'id', 'name', 'version', 'created_at', 'deleted_at'),
    read_only: key.read_only === 1,
  }));
