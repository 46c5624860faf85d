import type { NamedLimit } from './limitsFor';
import type { Usage } from './limit';

/** What became of a call: counted, or refused because a limit is used up. */
export interface Admission {
  readonly admitted: boolean;
  /** The main limit of an admitted call, the used-up one of a refused call; undefined when nothing limits it. */
  readonly usage: Usage | undefined;
}

/** Counts calls in windows. */
export interface RateLimiter {
  /** Counts a call for all of its limits, or for none when one of them is used up. `now` in Unix seconds. */
  readonly admit: (limits: readonly NamedLimit[], now: number) => Admission;
}

/** Windows that have ended are dropped when there are so many. */
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
      const told = full ?? current[0];
      return { admitted: full === undefined, usage: told && { limit: told.limit, ...told.window } };
    },
  };
}

function dropEnded(windows: Map<string, { resetAt: number }>, now: number): void {
  for (const [name, { resetAt }] of windows) if (resetAt <= now) windows.delete(name);
}
