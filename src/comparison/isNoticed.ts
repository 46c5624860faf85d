import type { Break } from './breakOf';
import { breaksRung } from './brokenPaths';
import { heldRung, type PathTally } from './pathTally';

/**
 * True for a difference that a client may notice: at a path that is a proven regression, or one that breaks the
 * strictest rung at which v1 agrees with itself. Where v1 was never seen to differ from itself that is every difference,
 * the first one too: noise has to be shown before anything is excused by it.
 */
export function isNoticed(
  tally: PathTally,
  { breaks, distance = 0 }: Break,
  proven: ReadonlySet<PathTally>,
): boolean {
  if (proven.has(tally)) return true;
  const held = heldRung(tally);
  return held !== undefined && breaksRung({ breaks, distance }, held, tally.spread);
}
