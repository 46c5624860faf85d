/** Halvings of the interval; after them the bound is exact to 15 digits. */
const STEPS = 50;

/** The chance of at most `hits` among `tried`, each with the chance `share`. */
function chanceOfAtMost(hits: number, tried: number, share: number): number {
  const odds = Math.log(share) - Math.log1p(-share);
  let logTerm = tried * Math.log1p(-share);
  let sum = Math.exp(logTerm);
  for (let hit = 1; hit <= hits; hit += 1) {
    logTerm += Math.log((tried - hit + 1) / hit) + odds;
    sum += Math.exp(logTerm);
  }
  return sum;
}

/** The share that is above the true one in 95% of all samples (Clopper and Pearson, one-sided); 1 for an empty sample. */
export function upperShare(hits: number, tried: number): number {
  if (hits >= tried) return 1;
  let [low, high] = [hits / tried, 1];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (chanceOfAtMost(hits, tried, middle) > 0.05) low = middle;
    else high = middle;
  }
  return high;
}
