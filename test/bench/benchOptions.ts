/** Options of a bench. */
export interface BenchOptions {
  /** Number of runs; of what runs in turns, the rounds. */
  readonly runs?: number;
  /** Seed of all that is drawn by chance. */
  readonly seed: number;
  /** Fewer and shorter rounds. */
  readonly quick: boolean;
  /** Another checkout, built, to be measured next to this one. */
  readonly against?: string;
}

/** Rounds of what is measured in turns. */
export const roundsOf = ({ runs, quick }: BenchOptions): number => runs ?? (quick ? 2 : 5);
