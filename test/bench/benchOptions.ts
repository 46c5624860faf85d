/** What a bench may be told: how much of it, and where chances begin. */
export interface BenchOptions {
  readonly runs?: number;
  readonly seed: number;
}
