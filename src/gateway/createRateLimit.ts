import { LRUCache } from 'lru-cache';
import type { Clock } from './clock';
import type { Refusal } from './refusal';

/** Counts a request of a caller (by fingerprint); a refusal when it is one too many. */
export type RateLimit = (caller: string) => Refusal | undefined;

const MINUTE = 60_000;
/** Callers counted at a time. */
const MAXIMUM = 100_000;

/** A limit like v1's own (500 a minute, spec 8): a window of a minute from a caller's first request on. 0 is none. */
export function createRateLimit(perMinute: number, clock: Pick<Clock, 'steady'>): RateLimit {
  if (perMinute === 0) return () => undefined;
  const windows = new LRUCache<string, { readonly endsAt: number; used: number }>({ max: MAXIMUM });
  return (caller) => {
    const now = clock.steady();
    const known = windows.get(caller);
    const window = known !== undefined && known.endsAt > now ? known : { endsAt: now + MINUTE, used: 0 };
    windows.set(caller, window);
    window.used += 1;
    if (window.used <= perMinute) return undefined;
    const headers = {
      'retry-after': String(Math.ceil((window.endsAt - now) / 1000)),
      'x-ratelimit-limit': String(perMinute),
      'x-ratelimit-remaining': '0',
    };
    return { code: 'rateLimited', headers, detail: 'the limit set for each key' };
  };
}
