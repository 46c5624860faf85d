/** Lengths of time in milliseconds, for clocks and timers. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Lengths of time in seconds, for instants of the API. */
export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 86_400;

/** The one clock of the gateway; tests pass a fake. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Whole milliseconds since some instant, unaffected by changes of the time of day: for deadlines and durations. */
  readonly steady: () => number;
  /** Runs `action` once after `delay` ms. The returned function cancels it. */
  readonly schedule: (delay: number, action: () => void) => () => void;
}

interface Rounds {
  /** Does one round of work. Must not reject. */
  readonly work: () => Promise<void>;
  /** Delay of the first round, ms; by default the pause. */
  readonly first?: number;
  /** Pause from the end of a round to the next, ms. */
  readonly pause: number;
  readonly clock: Pick<Clock, 'schedule'>;
}

/** Works in rounds, never two at a time. Closing waits for the current round and then works once more. */
export function workInRounds({ work, pause, first: firstDelay = pause, clock }: Rounds): () => Promise<void> {
  let stop = (): void => undefined;
  let currentRound = Promise.resolve();
  let closed = false;
  const scheduleRound = (delay: number): void => {
    stop = clock.schedule(delay, () => {
      currentRound = work().then(() => {
        if (!closed) scheduleRound(pause);
      });
    });
  };
  scheduleRound(firstDelay);
  return async () => {
    closed = true;
    stop();
    await currentRound;
    await work();
  };
}
