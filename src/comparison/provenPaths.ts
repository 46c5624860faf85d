import type { BookLedger } from './bookLedger';
import { type PathTally, pathEvidence } from './pathTally';
import { provenAmong } from './provenAmong';

/** All paths at which anything ever differed: those that are judged together. */
const livePaths = ({ operations }: BookLedger): readonly PathTally[] =>
  [...operations.values()].flatMap(({ paths }) => [...paths.values()]);

/**
 * The paths that are proven regressions; where v1 cannot be asked again, all at which v2 differs. That v2 gave no answer
 * where v1 gave one needs no second look at v1.
 */
export function provenPaths(
  ledger: BookLedger,
  { alpha, canAskAgain }: { readonly alpha: number; readonly canAskAgain: boolean },
): ReadonlySet<PathTally> {
  const live = livePaths(ledger);
  if (!canAskAgain) return new Set(live);
  const unanswered = live.filter(({ kinds }) => kinds.has('unavailable'));
  const judged = new Map(live.map((tally) => [tally, pathEvidence(tally)]));
  return new Set([...provenAmong(judged, alpha), ...unanswered]);
}
