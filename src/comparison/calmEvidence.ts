/** A coin that falls on v2 this often is still called fair: three differences for two. */
const EXCESS = 0.6;

/** At this value v2's share is below that excess, with at most 1 error in 20 however often it is looked at. */
export const CALM_PROVEN = 20;

/**
 * The e-value against "of the pairs in which only one differs, it is v2 in at least 60%": the counterpart of
 * `noiseEvidence`, betting on a fair coin.
 */
export const calmEvidence = (onlyV2: number, onlyV1: number): number =>
  Math.exp(onlyV2 * Math.log(0.5 / EXCESS) + onlyV1 * Math.log(0.5 / (1 - EXCESS)));
