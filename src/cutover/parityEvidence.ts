/** Rates that the alternative bets on, as shares of the limit, and the weight of each bet. */
const BETS = [
  { share: 0, weight: 0.3 },
  ...[0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7].map((share) => ({ share, weight: 0.1 })),
] as const;

/** At this value the rate is below the limit, with at most 1 error in 20 however often it is looked at. */
export const PARITY_PASS = 20;

/**
 * The e-value against "the rate is at least `limit`", for `hits` among `tried`: a bet whose fair value is 1. Because it
 * is a martingale it may be looked at after every request (Ville's inequality): a candidate exactly on the limit passes
 * 20 in at most 5% of all runs, however long. A Wilson bound looked at continuously promotes 31% of them.
 */
export function parityEvidence(hits: number, tried: number, limit: number): number {
  let value = 0;
  for (const { share, weight } of BETS) {
    if (share === 0 && hits > 0) continue;
    const onHits = hits === 0 ? 0 : hits * Math.log(share);
    const onMisses = (tried - hits) * Math.log((1 - share * limit) / (1 - limit));
    value += weight * Math.exp(onHits + onMisses);
  }
  return value;
}
