import { breaksRung, type Broken } from './brokenPaths';
import type { PathTally } from './pathTally';
import { RUNGS } from './rung';

/**
 * Counts a natural repeat: the same request differed at a path before and differs there again, so that v1 was asked
 * twice for free. It says the same as then, or what v2 said then: a fair coin were v2 as good as v1. Anything else says
 * nothing; the resource may have changed in between.
 */
export function weighRepeat(tally: PathTally, before: Broken, now: Broken): void {
  // Of a secret nothing is kept, and the ends of long texts are cut off: what looks equal says nothing.
  if (before.prints[0] === before.prints[1]) return;
  const isSame = now.prints[0] === before.prints[0];
  const isV2s = now.prints[0] === before.prints[1];
  for (const rung of RUNGS) {
    if (!breaksRung(before, rung, tally.spread)) continue;
    if (isSame) tally.rungs[rung].onlyV2 += 1;
    else if (isV2s) tally.rungs[rung].onlyV1 += 1;
  }
}
