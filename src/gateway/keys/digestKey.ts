import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Keys whose digest is at hand: a seller has one or two, and each request shows one. */
const MAXIMUM = 10_000;

/** A longer one is digested each time: what is kept has to stay small, whatever comes for a key. */
const LONGEST = 512;

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();
const digests = new LRUCache<string, Buffer>({ max: MAXIMUM, memoMethod: digest });

/** The SHA-256 of a key: what tables store and fingerprints are cut from. */
export const digestKey = (key: string): Buffer => (key.length > LONGEST ? digest(key) : digests.memo(key));

/** The part of a digest that logs show. */
export const fingerprintOf = (digest: Buffer): string => digest.toString('hex', 0, 6);
