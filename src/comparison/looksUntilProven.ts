import { noiseEvidence } from './noiseEvidence';
import { EXACT_STAKE, type RungTally } from './pathTally';

/** Beyond this many looks nobody waits for a proof. */
const MOST = 1_000_000;

/** Looks that all say v2 is the odd one until a path is proven at one rung; 0 when it is, `needed` the e-value it takes. */
export function looksUntilProven({ onlyV2, onlyV1 }: RungTally, needed: number): number {
  const isProven = (more: number) => noiseEvidence(onlyV2 + more, onlyV1) * EXACT_STAKE >= needed;
  let enough = 1;
  while (!isProven(enough) && enough < MOST) enough *= 2;
  let short = Math.floor(enough / 2);
  while (enough - short > 1) {
    const middle = Math.floor((short + enough) / 2);
    if (isProven(middle)) enough = middle;
    else short = middle;
  }
  return isProven(0) ? 0 : enough;
}
