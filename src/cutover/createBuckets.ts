import { LRUCache } from 'lru-cache';
import { bucketOf } from './bucketOf';

/** Callers whose buckets are remembered. */
const MOST_CALLERS = 10_000;

/** The canary bucket of a caller (fingerprint) for a resource, drawn once and remembered. */
export function createBuckets(seed: string): (resource: string, caller: string) => number {
  const buckets = new LRUCache<string, number>({ max: MOST_CALLERS });
  return (resource, caller) => {
    const key = `${resource}\0${caller}`;
    const known = buckets.get(key);
    if (known !== undefined) return known;
    const bucket = bucketOf('canary', resource, seed, caller);
    buckets.set(key, bucket);
    return bucket;
  };
}
