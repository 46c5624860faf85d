/** Milliseconds when an upstream does not say, or says what cannot be read. */
const UNSAID = 30_000;
/** Longer pauses are not believed. */
const LONGEST = 60 * 60_000;

/** How long to pause (ms) by a `Retry-After` header: seconds or a date (RFC 9110 10.2.3). */
export function readRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return UNSAID;
  const pause = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(pause) ? UNSAID : Math.min(Math.max(pause, 0), LONGEST);
}
