import { randomUUID } from 'node:crypto';
import type { Market } from '../market';
import type { SellerKey } from '../storage/sandboxSchema';
import { equals, pick, type RowCondition } from '../storage/tables';
import { readClaims, signToken } from './keyTokens';

/** Key that a seller requests. */
interface WantedKey {
  /** Id of the seller. */
  readonly seller: number;
  readonly name: string;
  readonly version: 'v1' | 'v2';
  readonly read_only: boolean;
}

type Keys = Pick<Market, 'keys'>;

const isActive: RowCondition = { text: 'deleted_at is null', values: [] };

/** Returns the text of a key, which is not stored (spec 5.3). */
const textOf = ({ seller_id, version, token_id, created_at }: SellerKey, secret: string): string =>
  signToken(
    { iss: 'lifeboat-sandbox', sub: String(seller_id), aud: version, jti: token_id, iat: created_at },
    secret,
  );

function insert(
  { keys }: Keys,
  { seller: seller_id, read_only, ...key }: WantedKey,
  token_id: string,
  created_at: number,
) {
  return keys.insert({ ...key, seller_id, token_id, read_only: Number(read_only), created_at });
}

const activeOf = ({ keys }: Keys, seller: number, version: 'v1' | 'v2'): SellerKey[] =>
  keys.rows([equals('seller_id', seller), equals('version', version), isActive]);

/** Maximum number of active v2 keys of a seller, which allows rotation (spec 5.4). */
const MAX_ACTIVE_KEYS = 2;

/**
 * Makes a key and returns its text, only this once (spec 5.3); undefined for a third active v2 key. v1 has a single
 * key, which a new one invalidates (spec 5.6).
 */
export function addSellerKey(
  market: Keys,
  wanted: WantedKey,
  at: number,
  secret: string,
): string | undefined {
  const active = activeOf(market, wanted.seller, wanted.version);
  if (wanted.version === 'v2' && active.length >= MAX_ACTIVE_KEYS) return undefined;
  if (wanted.version === 'v1') for (const key of active) market.keys.save(key, { deleted_at: at });
  return textOf(insert(market, wanted, randomUUID(), at), secret);
}

/** Returns the text of the first seller's oldest key with full access, or makes one. */
export function firstKey(market: Keys, version: 'v1' | 'v2', at: number, secret: string): string {
  const wanted = { seller: 1, name: 'first', version, read_only: false };
  const oldestKey = activeOf(market, 1, version).find(({ read_only: isReadOnly }) => isReadOnly === 0);
  return textOf(oldestKey ?? insert(market, wanted, `first-${version}-${at}`, at), secret);
}

/** Finds the active key in an Authorization header; undefined if there is none (spec 5.7). */
export function authenticate(
  { keys }: Keys,
  authorization: string | undefined,
  version: 'v1' | 'v2',
  secret: string,
): SellerKey | undefined {
  const claims = readClaims(authorization, secret);
  return claims?.aud === version ? keys.first([equals('token_id', claims.jti), isActive]) : undefined;
}

/** Ends a key at once and for good (spec 5.5); returns false without an active key of this id. */
export function deleteSellerKey({ keys }: Keys, id: string | undefined, at: number): boolean {
  const key = keys.find(id, isActive);
  if (key !== undefined) keys.save(key, { deleted_at: at });
  return key !== undefined;
}

/** Lists the keys of a seller, even deleted ones, without their texts, which are not stored (spec 5.3). */
export const listSellerKeys = ({ keys }: Keys, seller: number) =>
  keys.rows([equals('seller_id', seller)]).map((key) => ({
    ...pick(key, 'id', 'name', 'version', 'created_at', 'deleted_at'),
    read_only: key.read_only === 1,
  }));
