const FIRST_DELAY = 10_000;
const LONGEST_DELAY = 3_600_000;
const MOST_ATTEMPTS = 12;

/** Milliseconds to wait after so many failed attempts, doubling each time; undefined when it is time to give up. */
export const backOff = (attempts: number): number | undefined =>
  attempts >= MOST_ATTEMPTS ? undefined : Math.min(FIRST_DELAY * 2 ** (attempts - 1), LONGEST_DELAY);
