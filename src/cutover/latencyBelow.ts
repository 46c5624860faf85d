import { classBound } from './latencyClass';

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
