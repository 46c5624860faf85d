/** How many times the limit the alternative bets on, with equal weights. */
const TIMES = [1.5, 2, 3, 5, 10] as const;

/** At this value the rate is above the limit, with at most 1 error in 100 however often it is looked at. */
export const EXCESS_PROVEN = 100;

/** The e-value against "the rate is at most `limit`": the counterpart of `parityEvidence`. */
export function excessEvidence(hits: number, tried: number, limit: number): number {
  let value = 0;
  for (const times of TIMES) {
    const rate = Math.min(times * limit, 0.999);
    const onHits = hits * Math.log(rate / limit);
    const onMisses = (tried - hits) * Math.log((1 - rate) / (1 - limit));
    value += Math.exp(onHits + onMisses) / TIMES.length;
  }
  return value;
}
