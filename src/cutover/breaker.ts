/** What one instance remembers of its latest calls to v2 for one resource. */
export interface Breaker {
  /** The latest 20 outcomes, oldest first; true is a failure. */
  readonly latest: readonly boolean[];
  /** Until when v2 is not asked, clock ms; 0 while it is. */
  readonly openUntil: number;
}

const WINDOW = 20;
const HALF = WINDOW / 2;
const IN_A_ROW = 5;

/** How long v2 is left alone before it is tried again, ms. */
const REST = 30_000;

/** A breaker that has seen nothing. */
export const closedBreaker: Breaker = { latest: [], openUntil: 0 };

/** True while this instance leaves v2 alone. */
export const isOpen = ({ openUntil }: Breaker, now: number): boolean => now < openUntil;

/** True for the usual case, which one more success does not change. */
const isSpotless = ({ latest, openUntil }: Breaker): boolean =>
  openUntil === 0 && latest.length === WINDOW && !latest.includes(true);

/**
 * The breaker after one more outcome: five failures in a row, or half of the last 20, open it. After its rest the next
 * outcome decides alone: a failure opens it again, a success closes it and forgets what was.
 * Own code, because opossum counts by percent and time slices on the machine's clock, and cannot count calls in a row.
 */
export function breakerAfter(breaker: Breaker, failed: boolean, now: number): Breaker {
  if (isOpen(breaker, now)) return breaker; // a call that was under way when it opened
  if (breaker.openUntil > 0) return failed ? { ...breaker, openUntil: now + REST } : closedBreaker;
  if (!failed && isSpotless(breaker)) return breaker;
  const latest = [...breaker.latest, failed].slice(-WINDOW);
  const failures = latest.filter((one) => one).length;
  const row = latest.slice(-IN_A_ROW);
  const inARow = row.length === IN_A_ROW && row.every((one) => one);
  const half = latest.length === WINDOW && failures >= HALF;
  return { latest, openUntil: inARow || half ? now + REST : 0 };
}
