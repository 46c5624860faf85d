/** Nanoseconds per run of an action: the median of several rounds, after a warm-up. */
export function measure(action: () => unknown, { rounds = 15, runs = 5_000 } = {}): number {
  const round = (): number => {
    const start = process.hrtime.bigint();
    for (let run = 0; run < runs; run += 1) action();
    return Number(process.hrtime.bigint() - start) / runs;
  };
  round();
  const figures = Array.from({ length: rounds }, round).sort((one, other) => one - other);
  return figures[Math.floor(rounds / 2)] ?? NaN;
}
