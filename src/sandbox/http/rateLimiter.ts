import type { ServedOperation } from '../market';
import type { KeyHolder } from '../keys/sellerKeys';

/** A number of calls that is allowed in a time. */
interface Limit {
  readonly most: number;
  /** Length of a window in seconds; it begins with the first call in it. */
  readonly seconds: number;
}

/** The used part of a limit. */
interface Usage {
  readonly limit: Limit;
  readonly used: number;
  /** Unix seconds at which the window ends. */
  readonly resetAt: number;
}

/** The headers that show a limit (observed): on every limited answer. */
export function limitHeaders(usage: Usage | undefined): Readonly<Record<string, string>> {
  if (usage === undefined) return {};
  return {
    'x-ratelimit-limit': String(usage.limit.most),
    'x-ratelimit-remaining': String(usage.limit.most - usage.used),
    'x-ratelimit-reset': String(usage.resetAt),
  };
}

/** `off`; `documented`: per seller and key; `strict`: also per resource, as the live service does (observed). */
export type LimitMode = 'off' | 'documented' | 'strict';

/** A limit and the name under which its calls are counted. */
interface NamedLimit extends Limit {
  readonly name: string;
}

const MINUTE = 60;
const HOUR = 3_600;

/** The limits that a call counts for, the main one first. */
export function limitsFor(
  mode: LimitMode,
  operation: Pick<ServedOperation, 'version' | 'method' | 'path'>,
  path: string,
  caller: KeyHolder,
): readonly NamedLimit[] {
  if (mode === 'off') return [];
  // Spec 8: per seller account.
  if (operation.version === 'v1') return [{ name: `v1 ${caller.sellerId}`, most: 500, seconds: MINUTE }];
  // Observed: per key.
  if (operation.method === 'GET') return [{ name: `read ${caller.keyId}`, most: 1_000, seconds: MINUTE }];
  const writes = { name: `write ${caller.keyId}`, most: 500, seconds: MINUTE };
  const resource = resourceOf(operation.path, path);
  if (mode === 'documented' || resource === undefined) return [writes];
  return [
    writes,
    { name: `minute ${caller.keyId} ${resource}`, most: 5, seconds: MINUTE },
    { name: `hour ${caller.keyId} ${resource}`, most: 10, seconds: HOUR },
  ];
}

/** The part of a path that names one resource: up to and with the first parameter of its template. */
function resourceOf(template: string, path: string): string | undefined {
  const at = template.split('/').findIndex((part) => part.startsWith('{'));
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
  /** The main limit of an admitted call, the used-up one of a refused call; undefined when nothing limits it. */
  readonly usage: Usage | undefined;
}

/** Counts calls in windows. */
export interface RateLimiter {
  /** Counts a call for all of its limits, or for none when one of them is used up. `now` in Unix seconds. */
  readonly admit: (limits: readonly NamedLimit[], now: number) => Admission;
}

/** Number of windows at which the ended ones are dropped. */
const MOST_WINDOWS = 10_000;

/** A limiter that counts in memory. */
export function createRateLimiter(): RateLimiter {
  const windows = new Map<string, { used: number; resetAt: number }>();

  const windowOf = (limit: NamedLimit, now: number) => {
    const current = windows.get(limit.name);
    if (current !== undefined && current.resetAt > now) return current;
    const fresh = { used: 0, resetAt: now + limit.seconds };
    windows.set(limit.name, fresh);
    return fresh;
  };

  return {
    admit: (limits, now) => {
      if (windows.size > MOST_WINDOWS) dropEnded(windows, now);
      const current = limits.map((limit) => ({ limit, window: windowOf(limit, now) }));
      const full = current.find(({ limit, window }) => window.used >= limit.most);
      if (full === undefined) for (const { window } of current) window.used += 1;
      const shown = full ?? current[0];
      return { admitted: full === undefined, usage: shown && { limit: shown.limit, ...shown.window } };
    },
  };
}

function dropEnded(windows: Map<string, { resetAt: number }>, now: number): void {
  for (const [name, { resetAt }] of windows) if (resetAt <= now) windows.delete(name);
}
