import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  decide,
  type StagedDecision,
  type Standing,
  type StandingFigures,
  standingFigures,
} from './stages/decide';
import type { Side } from './stages/stage';

/** Buckets there are: a share can be set in steps of 0.001%. */
const BUCKETS = 100_000;

/** What a bucket is for; each purpose draws its own, so that one says nothing about another. */
type BucketTag = 'canary' | 'shadow' | 'check';

/** The bucket of a caller, from 0 to 99,999: the first 48 bits of a SHA-256, the same on every instance and run. */
export function bucketOf(tag: BucketTag, resource: string, seed: string, caller: string): number {
  const digest = createHash('sha256').update(`${tag}\0${resource}\0${seed}\0${caller}`).digest();
  return digest.readUIntBE(0, 6) % BUCKETS;
}

/** Callers whose buckets are remembered. */
const MOST_CALLERS = 10_000;

/** The canary bucket of a caller (fingerprint) for a resource, drawn once and remembered. */
function createBuckets(seed: string): (resource: string, caller: string) => number {
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

/** What decisions are made by. */
export interface DecisionParts {
  /** Draws the canary buckets; the same in every process of one cutover. */
  readonly seed: string;
  /** How a resource stands now. */
  readonly standing: (resource: string) => Standing;
  /** Clock ms. */
  readonly now: () => number;
}

/** The decisions of one process. */
export interface Decisions {
  /** Decides one request; under 2 microseconds. */
  readonly decide: (resource: string, caller: string | undefined, force?: Side) => StagedDecision;
  /** How a resource stands now. */
  readonly figures: (resource: string) => StandingFigures;
}

/** Decides requests by how their resources stand, in the process that holds the cutover and in those that follow it. */
export function createDecisions({ seed, standing, now }: DecisionParts): Decisions {
  const bucket = createBuckets(seed);
  return {
    decide: (resource, fingerprint, force) => {
      const caller =
        fingerprint === undefined ? undefined : { fingerprint, bucket: bucket(resource, fingerprint) };
      const [stood, at] = [standing(resource), now()];
      return { ...decide(stood, { caller, force }, at), stage: standingFigures(stood, at).stage };
    },
    figures: (resource) => standingFigures(standing(resource), now()),
  };
}
