/** What a rate limit still allows. */
export interface Allowance {
  readonly limit: number;
  readonly left: number;
  /** Clock ms at which it is renewed. */
  readonly resetAt: number;
}

/** A window further away is not believed: the longest that was observed is an hour. */
const LONGEST = 60 * 60_000;

const count = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined;

/** Reads `X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix seconds; observed); undefined when one is not usable. */
export function readAllowance(headers: Readonly<Record<string, string>>, now: number): Allowance | undefined {
  const limit = count(headers['x-ratelimit-limit']);
  const left = count(headers['x-ratelimit-remaining']);
  const reset = count(headers['x-ratelimit-reset']);
  if (limit === undefined || limit === 0 || left === undefined || reset === undefined) return undefined;
  const resetAt = reset * 1000;
  return resetAt > now && resetAt - now <= LONGEST ? { limit, left, resetAt } : undefined;
}
