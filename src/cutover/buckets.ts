import { createHash } from 'node:crypto';
import { Recent } from '../contract/recent';
import { findEnd, type IsIn } from './stages/brownout';
import {
  decide,
  isInShare,
  refusalBy,
  effectiveStage,
  type StagedDecision,
  type Standing,
  type StandingFigures,
} from './stages/decide';
import { percentOf, type Side } from './stages/stage';

/** Number of buckets, which permits shares in steps of 0.001%. */
export const BUCKETS = 100_000;

/** Purpose of a bucket; each purpose has its own draw, so that the draws are independent. */
type BucketTag = 'canary' | 'shadow' | 'check' | 'brownout';

/** Computes a caller's bucket, 0 to 99,999, from the first 48 bits of a SHA-256: the same on every instance and run. */
export function bucketOf(tag: BucketTag, resource: string, seed: string, caller: string): number {
  const digest = createHash('sha256').update(`${tag}\0${resource}\0${seed}\0${caller}`).digest();
  return digest.readUIntBE(0, 6) % BUCKETS;
}

/** Maximum number of callers whose buckets are cached. */
const MAX_CALLERS = 10_000;

/** Draws the canary bucket of a caller (fingerprint) for a resource, and caches it. */
function createBuckets(seed: string): (resource: string, caller: string) => number {
  const buckets = new Map<string, Recent<string, number>>();
  return (resource, caller) => {
    let ofResource = buckets.get(resource);
    if (ofResource === undefined) buckets.set(resource, (ofResource = new Recent(MAX_CALLERS)));
    return ofResource.getOrMake(caller, () => bucketOf('canary', resource, seed, caller));
  };
}

/** Returns the stage figures of a resource at an instant (clock ms). */
export function standingFigures(standing: Standing, now: number): StandingFigures {
  const stage = effectiveStage(standing, now);
  if (stage === 'gone') return { stage, percent: 0, broken: false };
  if (stage === 'killed') return { stage, percent: 0, broken: standing.broken };
  const { state, sunset, broken } = standing;
  if (sunset === undefined || now >= sunset) return { stage, percent: 100, broken: false };
  return { stage, percent: percentOf(state.stage), broken };
}

export interface DecisionParts {
  /** Seed of the canary buckets, which all processes of a cutover share. */
  readonly seed: string;
  /** Current standing of a resource. */
  readonly standing: (resource: string) => Standing;
  /** Returns the clock ms. */
  readonly now: () => number;
  /** Reports whether v2 is to answer a read although its stage is with v1. It is absent for none. */
  readonly readsFromV2?: ((resource: string, operation: string) => boolean) | undefined;
}

export type Decisions = ReturnType<typeof createDecisions>;

/** Decides requests by the standing of their resource, in all processes alike. */
export function createDecisions({ seed, standing, now, readsFromV2 }: DecisionParts) {
  const bucket = createBuckets(seed);
  // All resources share one draw, so that a client is refused everywhere or nowhere.
  const isInCanary: IsIn = (caller, percent) => isInShare(bucketOf('brownout', '', seed, caller), percent);
  return {
    /** Reports whether a caller (fingerprint) is in the share of a brownout, in percent. */
    isInBrownout: isInCanary,
    /** Decides a request in under 2 microseconds. `read` is the operation of a read. */
    decide: (
      resource: string,
      fingerprint: string | undefined,
      force?: Side,
      read?: string,
    ): StagedDecision => {
      const caller =
        fingerprint === undefined ? undefined : { fingerprint, bucket: bucket(resource, fingerprint) };
      const current = standing(resource);
      const at = now();
      const { retirement } = current;
      const stage = effectiveStage(current, at);
      // Requests of the operator are answered even then.
      if (retirement !== undefined && force === undefined) {
        const endedV1 = findEnd(retirement, fingerprint, at, isInCanary);
        if (endedV1 !== undefined) return { ...refusalBy(endedV1), stage };
      }
      const { side, compare, mayFallBack, v1Takes, because } = decide(current, { caller, force }, at);
      if (because === 'outsideCanary' && read !== undefined && readsFromV2?.(resource, read) === true)
        return { side: 'v2', compare: 'nothing', mayFallBack: false, because: 'v1Fails', stage };
      return { side, compare, mayFallBack, v1Takes, because, stage };
    },
    /** Returns the current stage figures of a resource. */
    stageFigures: (resource: string): StandingFigures => standingFigures(standing(resource), now()),
  };
}
