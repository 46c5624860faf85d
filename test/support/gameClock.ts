import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src/contract/clock.js';

/** A clock that stands until it is moved, while sockets are real. */
export interface GameClock extends Clock {
  /** Moves it; what falls due on the way is done in its order, and then everything that sockets still carry. */
  readonly advance: (milliseconds: number) => Promise<void>;
  /** Resolves when nothing moves any more until the clock does. */
  readonly settle: () => Promise<void>;
}

/** Rounds of the event loop without an event after which nothing is under way on any socket of this process. */
const QUIET_ROUNDS = 12;

/** Resolves when no socket and no file has anything more to say; nothing else is waited for. */
async function settle(): Promise<void> {
  const events = (): number => performance.nodeTiming.uvMetricsInfo.events;
  let [seenCount, quiet] = [events(), 0];
  while (quiet < QUIET_ROUNDS) {
    await nextTurn();
    quiet = events() === seenCount ? quiet + 1 : 0;
    seenCount = events();
    // Files have no event of their own; a look at what is open takes longer than a round.
    if (quiet === QUIET_ROUNDS && process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq')))
      quiet = 0;
  }
}

export function createGameClock(start: number): GameClock {
  let now = start;
  const waiting = new Map<number, Set<() => void>>();
  const dueBy = (end: number): number | undefined => {
    let firstNumber: number | undefined;
    for (const at of waiting.keys()) if (at <= end && at < (firstNumber ?? Infinity)) firstNumber = at;
    return firstNumber;
  };
  return {
    now: () => now,
    steady: () => now - start + 1,
    schedule: (delay, action) => {
      const at = now + Math.max(1, Math.ceil(delay));
      const actions = waiting.get(at) ?? new Set();
      const ownAction = (): void => action();
      waiting.set(at, actions.add(ownAction));
      return () => {
        if (actions.delete(ownAction) && actions.size === 0 && waiting.get(at) === actions)
          waiting.delete(at);
      };
    },
    settle,
    advance: async (milliseconds) => {
      const end = now + milliseconds;
      for (let at = dueBy(end); at !== undefined; at = dueBy(end)) {
        now = at;
        const actions = waiting.get(at) ?? [];
        waiting.delete(at);
        for (const action of actions) action();
        await nextTurn();
      }
      now = end;
      await settle();
    },
  };
}
