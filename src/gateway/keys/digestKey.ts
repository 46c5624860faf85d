import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Keys whose digest is at hand: a seller has one or two, and each request shows one. */
const MAXIMUM = 10_000;

const digests = new LRUCache<string, Buffer>({
  max: MAXIMUM,
  memoMethod: (key) => createHash('sha256').update(key).digest(),
});

/** The SHA-256 of a key: what tables store and fingerprints are cut from. */
export const digestKey = (key: string): Buffer => digests.memo(key);

/** The part of a digest that logs show. */
export const fingerprintOf = (digest: Buffer): string => digest.toString('hex', 0, 6);
