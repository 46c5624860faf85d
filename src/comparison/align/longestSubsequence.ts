type Pair = readonly [number, number];
type Texts = readonly string[];

/** Furthest reach in v1 on each diagonal, by its number (index in v1 minus index in v2). */
type Reach = ReadonlyMap<number, number>;

/** Where the path to a diagonal comes from: from above (an element only in v2) or from the left (only in v1). */
const comesFromAbove = (reach: Reach, diagonal: number, edits: number): boolean =>
  diagonal === -edits ||
  (diagonal !== edits && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1));

function startOn(reach: Reach, diagonal: number, edits: number): number {
  if (edits === 0) return 0;
  return comesFromAbove(reach, diagonal, edits)
    ? (reach.get(diagonal + 1) ?? 0)
    : (reach.get(diagonal - 1) ?? 0) + 1;
}

/** One more edit: how far each diagonal reaches then, equal elements walked over for nothing. */
function reachWith(edits: number, before: Reach, v1: Texts, v2: Texts): Map<number, number> {
  const reach = new Map<number, number>();
  for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
    let at = startOn(before, diagonal, edits);
    while (at < v1.length && at - diagonal < v2.length && v1[at] === v2[at - diagonal]) at += 1;
    reach.set(diagonal, at);
  }
  return reach;
}

/** Walks the way back from the end and collects the elements that are common. */
function pairsAlong(trace: readonly Reach[], v1: Texts, v2: Texts): Pair[] {
  const pairs: Pair[] = [];
  let [at, other] = [v1.length, v2.length];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const before = trace[edits - 1] ?? new Map<number, number>();
    const diagonal = at - other;
    const start = startOn(before, diagonal, edits);
    while (at > start) pairs.push([--at, --other]);
    if (edits > 0 && comesFromAbove(before, diagonal, edits)) other -= 1;
    else at -= 1;
  }
  return pairs.reverse();
}

/**
 * The longest common subsequence of two lists as pairs of indexes (Myers, "An O(ND) Difference Algorithm", 1986), as
 * long as the lists are at most so many insertions and deletions apart; undefined when they are further.
 */
export function longestSubsequence(v1: Texts, v2: Texts, mostEdits: number): readonly Pair[] | undefined {
  if (Math.abs(v1.length - v2.length) > mostEdits) return undefined;
  const trace: Reach[] = [];
  for (let edits = 0; edits <= mostEdits; edits += 1) {
    const reach = reachWith(edits, trace.at(-1) ?? new Map<number, number>(), v1, v2);
    trace.push(reach);
    if ((reach.get(v1.length - v2.length) ?? -1) >= v1.length) return pairsAlong(trace, v1, v2);
  }
  return undefined;
}
