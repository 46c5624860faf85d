import { HOUR_SECONDS, MINUTE_SECONDS } from '../../contract/clock';
import type { ServedOperation } from '../market';
import type { SellerKey } from '../storage/sandboxSchema';

/** `off`; `documented`: per seller and key; `strict`: also per resource, as the live service does (observed). */
export type LimitMode = 'off' | 'documented' | 'strict';

/** Allows a number of calls in a window of time, which starts with its first call. Calls are counted by the name. */
const limitCalls = (name: string, maxCalls: number, seconds = MINUTE_SECONDS) => ({
  name,
  maxCalls,
  seconds,
});

/** Lists the limits of a call, the main one first: v1's per seller (spec 8), v2's per key (observed). */
export function listLimits(
  mode: LimitMode,
  { version, method, path: template }: Pick<ServedOperation, 'version' | 'method' | 'path'>,
  path: string,
  { id, seller_id }: SellerKey,
) {
  if (mode === 'off') return [];
  if (version === 'v1') return [limitCalls(`v1 ${seller_id}`, 500)];
  if (method === 'GET') return [limitCalls(`read ${id}`, 1_000)];
  const writes = limitCalls(`write ${id}`, 500);
  const depth = template.split('/').findIndex((segment) => segment.startsWith('{'));
  if (mode === 'documented' || depth === -1) return [writes];
  const texts = path.split('/').slice(0, depth + 1);
  const resource = `${id} ${texts.join('/')}`;
  return [writes, limitCalls(`minute ${resource}`, 5), limitCalls(`hour ${resource}`, 10, HOUR_SECONDS)];
}

/** Maximum number of windows before the ended ones are dropped. */
const MAX_WINDOWS = 10_000;

/**
 * Creates a counter of calls in windows, in memory. It counts a call for all of its limits, or for none if one of them
 * is used up. The headers show the main limit of an admitted call, or the used-up one of a refused call (observed).
 */
export function createRateLimiter() {
  const windows = new Map<string, { used: number; readonly resetAt: number }>();
  return (limits: readonly ReturnType<typeof limitCalls>[], now: number) => {
    if (windows.size > MAX_WINDOWS)
      for (const [name, { resetAt }] of windows) if (resetAt <= now) windows.delete(name);
    const currentWindows = limits.map((limit) => {
      const current = windows.get(limit.name);
      const isOpen = current !== undefined && current.resetAt > now;
      const window = isOpen ? current : { used: 0, resetAt: now + limit.seconds };
      windows.set(limit.name, window);
      return { ...limit, window };
    });
    const full = currentWindows.find(({ maxCalls, window }) => window.used >= maxCalls);
    if (full === undefined) for (const { window } of currentWindows) window.used += 1;
    const shownLimit = full ?? currentWindows[0];
    if (shownLimit === undefined) return { admitted: true, headers: {} };
    const { maxCalls, window } = shownLimit;
    const headers = {
      'x-ratelimit-limit': String(maxCalls),
      'x-ratelimit-remaining': String(maxCalls - window.used),
      'x-ratelimit-reset': String(window.resetAt),
      ...(full && { 'retry-after': String(Math.max(1, window.resetAt - now)) }),
    };
    return { admitted: full === undefined, headers };
  };
}
