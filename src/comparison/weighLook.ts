import { breaksRung, type Broken } from './brokenPaths';
import type { Observed } from './observed';
import type { PathTally, RungTally } from './pathTally';
import { type Rung, RUNGS } from './rung';

/** What one path says in one look: v1's answer against v2's, and against v1's own second one; undefined where they agree. */
interface Look {
  readonly v2: Broken | undefined;
  readonly v1: Broken | undefined;
  readonly because: NonNullable<Observed['controlled']>;
}

interface Outcome {
  readonly v2: boolean;
  readonly v1: boolean;
  /** At the strictest rung a look can tell that v1's second answer is what v2 said: then the first was the odd one. */
  readonly isV2s: boolean;
}

function countByLot(tally: RungTally, { v2, v1 }: Outcome): void {
  if (v2 && !v1) tally.onlyV2 += 1;
  if (v1 && !v2) tally.onlyV1 += 1;
}

function countBecauseDifferent(tally: RungTally, rung: Rung, { v2, v1, isV2s }: Outcome): void {
  if (!v2) return;
  if (!v1) tally.onlyV2 += 1;
  // At looser rungs equality is not seen; to take every other answer for v2's is the cautious side.
  else if (rung !== 'exact' || isV2s) tally.onlyV1 += 1;
}

function weighRung(tally: PathTally, rung: Rung, { v2, v1, because }: Look): void {
  const breaks = (broken: Broken | undefined) =>
    broken !== undefined && breaksRung(broken, rung, tally.spread);
  const isV2s = v1?.prints[1] === v2?.prints[1];
  const outcome = { v2: breaks(v2), v1: breaks(v1), isV2s };
  const counts = tally.rungs[rung];
  if (because === 'byLot') countByLot(counts, outcome);
  else countBecauseDifferent(counts, rung, outcome);
  // How far v1 is from itself is what the spread is made of.
  const isSpread = rung === 'spread' && v1?.breaks === 'exact';
  if (outcome.v1 && !isSpread) counts.v1 += 1;
}

/**
 * Counts one look at v1's second answer. Were v2 as good as v1, the three answers could change places. A look that was
 * drawn by lot tells who of v2 and the second answer is the odd one: a fair coin. A look that was taken because v2
 * differed tells whether v1 says the same again, or now says what v2 said: a fair coin too, and one that is thrown
 * whenever it is needed. What moves by itself while the calls are made falls on v1's side in both.
 */
export function weighLook(tally: PathTally, look: Look): void {
  for (const rung of RUNGS) weighRung(tally, rung, look);
  if (look.because === 'becauseDifferent') tally.looks += 1;
  if (look.v1?.breaks === 'exact') tally.spread = Math.max(tally.spread, look.v1.distance);
}
