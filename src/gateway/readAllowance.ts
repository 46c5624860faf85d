import type { Clock } from './clock';

/** What a rate limit still allows. */
export interface Allowance {
  readonly limit: number;
  readonly left: number;
  /** Unix seconds at which it is renewed, as the upstream has told: names the window. */
  readonly reset: number;
  /** The same by the gateway's steady clock, ms: whatever becomes of the time of day, it is over then. */
  readonly endsAt: number;
}

type Headers = Readonly<Record<string, string>>;

/** A window further away is not believed: the longest that was observed is an hour. */
const LONGEST = 60 * 60_000;

const count = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined;

/** A limit below this is one on a single resource (observed: 5 writes a minute), the others are per key (500, 1000). */
const LEAST_OF_KEY = 60;

/** True for the `X-RateLimit-Limit` of a single resource: what is asked of others does not meet it. */
export const isOfOneResource = (headers: Headers): boolean =>
  (count(headers['x-ratelimit-limit']) ?? LEAST_OF_KEY) < LEAST_OF_KEY;

/** False for a limit that is known to be one of the key; a 429 need not say which it is. */
export const mayBeOfOneResource = (headers: Headers): boolean =>
  (count(headers['x-ratelimit-limit']) ?? 0) < LEAST_OF_KEY;

/** Reads `X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix seconds; observed); undefined when one is not usable. */
export function readAllowance(headers: Headers, clock: Pick<Clock, 'now' | 'steady'>): Allowance | undefined {
  const limit = count(headers['x-ratelimit-limit']);
  const left = count(headers['x-ratelimit-remaining']);
  const reset = count(headers['x-ratelimit-reset']);
  if (limit === undefined || limit === 0 || left === undefined || reset === undefined) return undefined;
  const rest = reset * 1000 - clock.now();
  return rest > 0 && rest <= LONGEST ? { limit, left, reset, endsAt: clock.steady() + rest } : undefined;
}
