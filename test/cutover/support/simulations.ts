import { BACK_AT, backEvidence } from '../../../src/cutover/canaryGuard.js';
import { bucketOf } from '../../../src/cutover/buckets.js';
import { cleanRequestsNeeded } from '../../../src/cutover/evidence/rateConditions.js';
import { isInShare } from '../../../src/cutover/stages/decide.js';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Estimates the share of candidates differing at exactly `rate` that pass the gate's parity within `longest` requests, checked
 * after every request. Only the requests that differ are drawn: between them the evidence only grows.
 */
export function promotedAt(rate: number, limit: number, runs: number, longest: number, seed: number): number {
  const random = randomFrom(seed);
  const passesAt: number[] = [];
  const passAt = (hits: number, tried: number) =>
    (passesAt[hits] ??= tried + cleanRequestsNeeded(hits, tried, limit));
  let promoted = 0;
  for (let run = 0; run < runs; run += 1) {
    for (let hits = 0, tried = 0; tried < longest;) {
      const next = tried + 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - rate));
      if (passAt(hits, hits) < Math.min(next, longest)) {
        promoted += 1;
        break;
      }
      hits += 1;
      tried = next;
    }
  }
  return promoted / runs;
}

/** Estimates the most errors that a canary's clients get before it goes back, when every second request of it fails. */
export function worstServedErrors(percent: number, v1ErrorRate: number, runs: number, seed: number): number {
  const random = randomFrom(seed);
  let worst = 0;
  for (let run = 0; run < runs; run += 1) {
    let [canary, v1] = [0, 0];
    while (backEvidence(canary, v1, percent / 100) < BACK_AT) {
      const inCanary = random() < percent / 100;
      const failed = random() < (inCanary ? 0.5 : v1ErrorRate);
      if (failed && inCanary) canary += 1;
      if (failed && !inCanary) v1 += 1;
    }
    worst = Math.max(worst, canary);
  }
  return worst;
}

/** Estimates the share of runs in which a canary as good as v1 goes back within so many requests. */
export function falseBacks(
  settings: { readonly percent: number; readonly rate: number; readonly requests: number },
  runs: number,
  seed: number,
): number {
  const { percent, rate, requests } = settings;
  const random = randomFrom(seed);
  let backs = 0;
  for (let run = 0; run < runs; run += 1) {
    let [canary, v1] = [0, 0];
    for (let request = 0; request < requests; request += 1) {
      // Only errors are drawn: how many requests pass between two of them.
      request += Math.floor(Math.log(1 - random()) / Math.log(1 - rate));
      if (request >= requests) break;
      if (random() < percent / 100) canary += 1;
      else v1 += 1;
      if (backEvidence(canary, v1, percent / 100) >= BACK_AT) {
        backs += 1;
        break;
      }
    }
  }
  return backs / runs;
}

/** Measures the deviation of a canary's share of callers from its percentage, in percentage points. */
export function bucketError(percent: number, callers: number): number {
  let within = 0;
  for (let caller = 0; caller < callers; caller += 1) {
    if (isInShare(bucketOf('canary', 'account', 'seed', `key-${caller}`), percent)) within += 1;
  }
  return Math.abs((within / callers) * 100 - percent);
}
