import { cleanRequestsNeeded } from './cleanRequestsNeeded';
import type { Condition } from './condition';
import type { Evidence } from './evidence';
import { EXCESS_PROVEN, excessEvidence } from './excessEvidence';
import { percentText } from './percentText';
import { untilEnough } from './untilEnough';

/** A limit of 100% could not be exceeded, and the evidence would divide by nothing. */
const HIGHEST = 0.99;

/** Does v2 fail hardly more often than v1? With nothing served by v2 yet (before any canary) there is nothing to ask. */
export function errorCondition({ v1, v2, since }: Evidence, tolerance: number, now: number): Condition {
  const name = 'errors';
  if (v2.requests === 0) {
    return { name, outlook: 'passed', sentence: 'v2 has not served anyone yet' };
  }
  const before = v1.requests === 0 ? 0 : v1.errors / v1.requests;
  const limit = Math.min(before + tolerance, HIGHEST);
  const counts = `${v2.errors} of ${v2.requests} requests to v2 failed, ${v1.errors} of ${v1.requests} to v1`;
  if (excessEvidence(v2.errors, v2.requests, limit) >= EXCESS_PROVEN) {
    return { name, outlook: 'failing', sentence: `${counts}: above the limit of ${percentText(limit)}` };
  }
  const more = cleanRequestsNeeded(v2.errors, v2.requests, limit);
  if (more === 0) return { name, outlook: 'passed', sentence: `${counts}: below ${percentText(limit)}` };
  const when = untilEnough(more, v2.requests, since, now);
  return { name, outlook: 'undecided', sentence: `${counts}; needs ${more} more without a failure, ${when}` };
}
