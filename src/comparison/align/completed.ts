import type { Alignment } from '../comparison';
import type { Aligned } from './aligned';
import { leftOver } from './leftOver';

type Pairs = readonly (readonly [number, number])[];

/** True when the second of each pair does not come after that of the pair before. */
const isReordered = (pairs: Pairs): boolean =>
  pairs.some(([, v2], index) => index > 0 && v2 < (pairs[index - 1]?.[1] ?? 0));

/** Completes pairs by what they leave over, and by whether the order is another one. The pairs come in v1's order. */
export function completed(how: Alignment, pairs: Pairs, sizes: readonly [number, number]): Aligned {
  const onlyV1 = leftOver(sizes[0], new Set(pairs.map(([v1]) => v1)));
  const onlyV2 = leftOver(sizes[1], new Set(pairs.map(([, v2]) => v2)));
  return { how, pairs, onlyV1, onlyV2, reordered: isReordered(pairs) };
}
