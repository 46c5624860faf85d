/** Several measurements of one thing. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The middle and the ends; NaN of nothing. */
export function spread(figures: readonly number[]): Spread {
  const sorted = figures.toSorted((one, other) => one - other);
  const { length } = sorted;
  const lower = sorted[Math.floor((length - 1) / 2)] ?? NaN;
  const upper = sorted[Math.floor(length / 2)] ?? NaN;
  return { median: (lower + upper) / 2, min: sorted[0] ?? NaN, max: sorted.at(-1) ?? NaN };
}
