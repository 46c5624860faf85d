/** Each class of latency reaches a quarter further than the one before, so that a percentile is at most 25% off. */
const STEP = 1.25;

/** The last class; it begins at about ten minutes, longer than any deadline. */
const LAST = 60;

/** The class of a latency in ms. */
export function latencyClass(milliseconds: number): number {
  if (milliseconds <= 1) return 0;
  return Math.min(Math.ceil(Math.log(milliseconds) / Math.log(STEP)), LAST);
}

/** The longest latency (ms) of a class. */
const classBound = (latencyClass: number): number => STEP ** latencyClass;

/** The latency (ms) within which the given share of all requests was answered, at most 25% too high; 0 without any. */
export function latencyBelow(counts: ReadonlyMap<number, number>, share: number): number {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let sum = 0;
  for (const [found, count] of [...counts].toSorted(([one], [other]) => one - other)) {
    sum += count;
    if (sum >= share * total) return classBound(found);
  }
  return 0;
}
