/** How many times more often than v1 the canary errs, as the alternative bets; equal weights. */
const TIMES = [1.5, 2, 3, 5, 10, 30, 100] as const;

/** At this value the canary goes back; a canary as good as v1 gets there in at most 1 of 100 runs, however long. */
export const BACK_AT = 100;

/**
 * The e-value against "errors fall on the canary no more often than its share of the traffic", after `canaryErrors` and
 * `v1Errors` at weight `share` (0 to 1, both excluded: without two sides there is nothing to compare, and the value is 1).
 */
export function backEvidence(canaryErrors: number, v1Errors: number, share: number): number {
  if (share <= 0 || share >= 1) return 1;
  let value = 0;
  for (const times of TIMES) {
    const onCanary = (times * share) / (times * share + 1 - share);
    const bet = canaryErrors * Math.log(onCanary / share) + v1Errors * Math.log((1 - onCanary) / (1 - share));
    value += Math.exp(bet) / TIMES.length;
  }
  return value;
}
