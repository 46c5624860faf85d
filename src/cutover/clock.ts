/** The clock of the cutover; tests pass a fake. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}
