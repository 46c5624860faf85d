import { PARITY_PASS, parityEvidence } from './parityEvidence';

/** How many more requests without a hit bring the evidence to its pass; 0 when it is there. */
export function cleanRequestsNeeded(hits: number, tried: number, limit: number): number {
  const passes = (more: number) => parityEvidence(hits, tried + more, limit) >= PARITY_PASS;
  if (passes(0)) return 0;
  let enough = 1;
  while (!passes(enough)) enough *= 2;
  let short = Math.floor(enough / 2);
  while (enough - short > 1) {
    const middle = Math.floor((short + enough) / 2);
    if (passes(middle)) enough = middle;
    else short = middle;
  }
  return enough;
}
