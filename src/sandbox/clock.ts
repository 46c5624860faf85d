/** The marketplace's only clock; the composition root passes the real one, tests a fake. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Runs `action` once after `delay` ms; the returned function cancels it. */
  readonly schedule: (delay: number, action: () => void) => () => void;
}
