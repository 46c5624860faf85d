function shares(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1 / texts.length);
  return counts;
}

/**
 * The chance that values agree in every example though they have nothing to do with each other: 1 for values that never
 * change. Takes what both sides say, example by example.
 */
export function chanceOfMatch(texts: readonly string[]): number {
  const agree = [...shares(texts).values()].reduce((sum, share) => sum + share ** 2, 0);
  return agree ** texts.length;
}
