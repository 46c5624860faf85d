/** The one clock of the gateway; tests pass a fake. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Whole milliseconds since some instant, unaffected by changes of the time of day: for deadlines and durations. */
  readonly steady: () => number;
  /** Runs `action` once after `delay` ms; the returned function cancels it. */
  readonly schedule: (delay: number, action: () => void) => () => void;
}
