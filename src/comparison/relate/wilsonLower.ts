/** Of the normal distribution, for 95% on one side. */
const Z = 1.6449;

/** The share that is below the true one in 95% of all samples (Wilson, 1927); 0 for an empty sample. */
export function wilsonLower(hits: number, tried: number): number {
  if (tried === 0) return 0;
  const share = hits / tried;
  const square = Z ** 2 / tried;
  const spread = Z * Math.sqrt((share * (1 - share) + square / 4) / tried);
  return Math.max(0, (share + square / 2 - spread) / (1 + square));
}
