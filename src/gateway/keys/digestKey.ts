import { createHash } from 'node:crypto';

/** The SHA-256 of a key: what tables store and fingerprints are cut from. */
export const digestKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The part of a digest that logs show. */
export const fingerprintOf = (digest: Buffer): string => digest.toString('hex').slice(0, 12);
