import { createHash } from 'node:crypto';

/** Buckets there are: a share can be set in steps of 0.001%. */
const BUCKETS = 100_000;

/** What a bucket is for; each purpose draws its own, so that one says nothing about another. */
export type BucketTag = 'canary' | 'shadow' | 'check';

/** The bucket of a caller, from 0 to 99,999: the first 48 bits of a SHA-256, the same on every instance and run. */
export function bucketOf(tag: BucketTag, resource: string, seed: string, caller: string): number {
  const digest = createHash('sha256').update(`${tag}\0${resource}\0${seed}\0${caller}`).digest();
  return digest.readUIntBE(0, 6) % BUCKETS;
}
