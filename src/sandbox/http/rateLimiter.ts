import { HOUR_SECONDS, MINUTE_SECONDS } from '../../contract/clock';
import type { ServedOperation } from '../market';
import type { KeyHolder } from '../keys/sellerKeys';

/** A number of calls that is allowed in a time, counted under a name. */
interface NamedLimit {
  readonly name: string;
  readonly maxCalls: number;
  /** Length of a window; it begins with the first call in it. */
  readonly seconds: number;
}

/** `off`; `documented`: per seller and key; `strict`: also per resource, as the live service does (observed). */
export type LimitMode = 'off' | 'documented' | 'strict';

/** The limits that a call counts for, the main one first. */
export function limitsFor(
  mode: LimitMode,
  operation: Pick<ServedOperation, 'version' | 'method' | 'path'>,
  path: string,
  caller: KeyHolder,
): readonly NamedLimit[] {
  if (mode === 'off') return [];
  // Spec 8: per seller account.
  if (operation.version === 'v1')
    return [{ name: `v1 ${caller.sellerId}`, maxCalls: 500, seconds: MINUTE_SECONDS }];
  // Observed: per key.
  if (operation.method === 'GET')
    return [{ name: `read ${caller.keyId}`, maxCalls: 1_000, seconds: MINUTE_SECONDS }];
  const writes = { name: `write ${caller.keyId}`, maxCalls: 500, seconds: MINUTE_SECONDS };
  const resource = resourceOf(operation.path, path);
  if (mode === 'documented' || resource === undefined) return [writes];
  return [
    writes,
    { name: `minute ${caller.keyId} ${resource}`, maxCalls: 5, seconds: MINUTE_SECONDS },
    { name: `hour ${caller.keyId} ${resource}`, maxCalls: 10, seconds: HOUR_SECONDS },
  ];
}

/** The part of a path that names one resource: up to and with the first parameter of its template. */
function resourceOf(template: string, path: string): string | undefined {
  const at = template.split('/').findIndex((segment) => segment.startsWith('{'));
  return at === -1
    ? undefined
    : path
        .split('/')
        .slice(0, at + 1)
        .join('/');
}

/** The admission of a call: counted, or refused because a limit is used up. */
interface Admission {
  readonly admitted: boolean;
  /** Shows the main limit of an admitted call, the used-up one of a refused call (observed); none without limits. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts a call for all of its limits, or for none when one of them is used up; the time is in Unix seconds. */
export type AdmitCall = (limits: readonly NamedLimit[], now: number) => Admission;

/** Number of windows at which the ended ones are dropped. */
const MAX_WINDOWS = 10_000;

/** Counts calls in windows, in memory. */
export function createRateLimiter(): AdmitCall {
  const windows = new Map<string, { used: number; readonly resetAt: number }>();
  return (limits, now) => {
    if (windows.size > MAX_WINDOWS)
      for (const [name, { resetAt }] of windows) if (resetAt <= now) windows.delete(name);
    const counted = limits.map((limit) => {
      const current = windows.get(limit.name);
      const isOpen = current !== undefined && current.resetAt > now;
      const window = isOpen ? current : { used: 0, resetAt: now + limit.seconds };
      windows.set(limit.name, window);
      return { ...limit, window };
    });
    const full = counted.find(({ maxCalls, window }) => window.used >= maxCalls);
    if (full === undefined) for (const { window } of counted) window.used += 1;
    const shownLimit = full ?? counted[0];
    if (shownLimit === undefined) return { admitted: true, headers: {} };
    const { maxCalls, window } = shownLimit;
    const headers = {
      'x-ratelimit-limit': String(maxCalls),
      'x-ratelimit-remaining': String(maxCalls - window.used),
      'x-ratelimit-reset': String(window.resetAt),
    };
    const wait = String(Math.max(1, window.resetAt - now));
    return full === undefined
      ? { admitted: true, headers }
      : { admitted: false, headers: { ...headers, 'retry-after': wait } };
  };
}
