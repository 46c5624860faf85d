/** What a bench may be told. */
export interface BenchOptions {
  /** How much of it. */
  readonly runs?: number;
  /** Where chances begin. */
  readonly seed: number;
  /** Fewer and shorter rounds. */
  readonly quick: boolean;
  /** Another checkout, built, to be measured beside this one. */
  readonly beside?: string;
}
