/** Ratio of one class bound to the previous one: a percentile is at most 25% off. */
const STEP = 1.25;

/** The last class; it begins at about ten minutes, longer than any deadline. */
const LAST = 60;

/** Returns the class of a latency in ms. */
export function latencyClass(milliseconds: number): number {
  if (milliseconds <= 1) return 0;
  return Math.min(Math.ceil(Math.log(milliseconds) / Math.log(STEP)), LAST);
}

/** Returns the longest latency (ms) of a class. */
const classBound = (latencyClass: number): number => STEP ** latencyClass;

/** Returns the latency (ms) within which a share of all requests was answered, at most 25% too high; 0 without requests. */
export function latencyBelow(counts: ReadonlyMap<number, number>, share: number): number {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let sum = 0;
  for (const [found, count] of [...counts].toSorted(([one], [other]) => one - other)) {
    sum += count;
    if (sum >= share * total) return classBound(found);
  }
  return 0;
}
