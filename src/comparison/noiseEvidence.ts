/** How often, of the pairs in which only one side differs, it is v2: what the alternative bets on, with equal weights. */
const SHARES = [0.52, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9, 0.97, 0.999] as const;

/** What each bet wins and loses by, as logarithms. */
const BETS = SHARES.map((share) => ({ won: Math.log(2 * share), lost: Math.log(2 * (1 - share)) }));

/** Beyond this an e-value says nothing more, and JSON would have no number for it. */
const MOST_EVIDENCE = 1e300;

/**
 * The e-value against "v2 differs from v1 no more often than v1 from itself". Where only one of the two differs, that
 * is a fair coin then: `onlyV2` heads and `onlyV1` tails. It is a martingale, so it may be looked at after every pair
 * (Ville's inequality). Thresholds on rates miss a field that differs in 60% of the pairs where v1 does in 50%.
 */
export function noiseEvidence(onlyV2: number, onlyV1: number): number {
  if (onlyV2 === 0 && onlyV1 === 0) return 1;
  const value = BETS.reduce((sum, { won, lost }) => sum + Math.exp(onlyV2 * won + onlyV1 * lost), 0);
  return Math.min(value / BETS.length, MOST_EVIDENCE);
}
