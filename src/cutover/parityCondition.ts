import { cleanRequestsNeeded } from './cleanRequestsNeeded';
import type { Condition } from './condition';
import type { Evidence } from './evidence';
import { EXCESS_PROVEN, excessEvidence } from './excessEvidence';
import { percentText } from './percentText';
import { untilEnough } from './untilEnough';

/** Do the two answers agree often enough? */
export function parityCondition(
  { compared, differing, since }: Evidence,
  limit: number,
  now: number,
): Condition {
  const name = 'parity';
  const counts = `${differing} of ${compared} compared requests differ`;
  if (excessEvidence(differing, compared, limit) >= EXCESS_PROVEN) {
    return { name, outlook: 'failing', sentence: `${counts}: more than the allowed ${percentText(limit)}` };
  }
  const more = cleanRequestsNeeded(differing, compared, limit);
  if (more === 0) return { name, outlook: 'passed', sentence: `${counts}: below ${percentText(limit)}` };
  const when = untilEnough(more, compared, since, now);
  return { name, outlook: 'undecided', sentence: `${counts}; needs ${more} more clean requests, ${when}` };
}
