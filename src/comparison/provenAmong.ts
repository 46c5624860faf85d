/**
 * Which of several e-values are proven, so that of those told at most a share of `alpha` is none: e-BH (Wang and Ramdas
 * 2022), which holds however the values depend on each other. The top k are taken, k the largest with the kth value at
 * least m / (alpha k) among m.
 */
export function provenAmong<Key>(values: ReadonlyMap<Key, number>, alpha: number): ReadonlySet<Key> {
  const sorted = [...values].toSorted(([, one], [, other]) => other - one);
  const taken = sorted.findLastIndex(([, value], index) => value * alpha * (index + 1) >= sorted.length);
  return new Set(sorted.slice(0, taken + 1).map(([key]) => key));
}
