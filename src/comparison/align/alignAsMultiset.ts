import type { Aligned } from './aligned';
import { completed } from './completed';

type Pair = readonly [number, number];

/** Pairs equal elements wherever they stand; what is left over is paired in its order when the two are as many. */
export function alignAsMultiset(v1: readonly string[], v2: readonly string[]): Aligned {
  const places = new Map<string, number[]>();
  for (const [at, print] of [...v2.entries()].reverse()) {
    const known = places.get(print);
    if (known === undefined) places.set(print, [at]);
    else known.push(at);
  }
  const pairs = v1.flatMap((print, at): Pair[] => {
    const other = places.get(print)?.pop();
    return other === undefined ? [] : [[at, other]];
  });
  const sizes = [v1.length, v2.length] as const;
  const aligned = completed('multiset', pairs, sizes);
  if (aligned.onlyV1.length !== aligned.onlyV2.length) return aligned;
  const rest = aligned.onlyV1.map((at, rank): Pair => [at, aligned.onlyV2[rank] ?? at]);
  return { ...aligned, pairs: [...pairs, ...rest], onlyV1: [], onlyV2: [] };
}
