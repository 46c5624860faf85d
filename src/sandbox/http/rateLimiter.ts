import { HOUR_SECONDS, MINUTE_SECONDS } from '../../contract/clock';
import type { ServedOperation } from '../market';
import type { SellerKey } from '../storage/sandboxSchema';

/** Number of calls that are allowed in a window of time, counted under a name. */
interface NamedLimit {
  readonly name: string;
  readonly maxCalls: number;
  /** Length of a window in seconds; it starts with its first call. */
  readonly seconds: number;
}

/** `off`; `documented`: per seller and key; `strict`: also per resource, as the live service does (observed). */
export type LimitMode = 'off' | 'documented' | 'strict';

const minuteLimit = (name: string, maxCalls: number): NamedLimit => ({
  name,
  maxCalls,
  seconds: MINUTE_SECONDS,
});

/** Lists the limits of a call, the main one first: v1's per seller (spec 8), v2's per key (observed). */
export function listLimits(
  mode: LimitMode,
  { version, method, path: template }: Pick<ServedOperation, 'version' | 'method' | 'path'>,
  path: string,
  { id, seller_id }: SellerKey,
): readonly NamedLimit[] {
  if (mode === 'off') return [];
  if (version === 'v1') return [minuteLimit(`v1 ${seller_id}`, 500)];
  if (method === 'GET') return [minuteLimit(`read ${id}`, 1_000)];
  const writes = minuteLimit(`write ${id}`, 500);
  const depth = template.split('/').findIndex((segment) => segment.startsWith('{'));
  if (mode === 'documented' || depth === -1) return [writes];
  const texts = path.split('/').slice(0, depth + 1);
  const resource = `${id} ${texts.join('/')}`;
  const hourly = { name: `hour ${resource}`, maxCalls: 10, seconds: HOUR_SECONDS };
  return [writes, minuteLimit(`minute ${resource}`, 5), hourly];
}

/** Counts a call for all of its limits, or for none if one of them is used up. */
export type AdmitCall = ReturnType<typeof createRateLimiter>;

/** Maximum number of windows before the ended ones are dropped. */
const MAX_WINDOWS = 10_000;

/**
 * Creates a counter of calls in windows, in memory. `now` is in Unix seconds. The headers show the main limit of an
 * admitted call, or the used-up limit of a refused one (observed). They are empty without limits.
 */
export function createRateLimiter() {
  const windows = new Map<string, { used: number; readonly resetAt: number }>();
  return (limits: readonly NamedLimit[], now: number) => {
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
