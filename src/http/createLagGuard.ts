import type { Clock } from '../gateway/clock';

/** Watches how late the event loop comes to its work. */
export interface LagGuard {
  /** Milliseconds, smoothed over about a second. */
  readonly lag: () => number;
  /** True when new requests had better be refused, so that those under way end. */
  readonly busy: () => boolean;
  readonly stop: () => void;
}

/** How often it is looked at, ms. */
const ROUND = 100;
/** The weight of one look among all before it. */
const WEIGHT = 0.2;
/** At this lag (ms) one request waits longer for the loop than for most upstreams. One pause of the collector is less. */
const MOST = 500;

/** Most that one late look counts, ms: after a process or machine has stood still, nothing waits but what is new. */
const MOST_OF_ONE = 2 * MOST;

/** Starts watching: a timer that fires late shows by how much. */
export function createLagGuard(clock: Clock): LagGuard {
  let lag = 0;
  let stop = (): void => undefined;
  const look = (): void => {
    const due = clock.steady() + ROUND;
    stop = clock.schedule(ROUND, () => {
      const late = Math.min(Math.max(0, clock.steady() - due), MOST_OF_ONE);
      lag += WEIGHT * (late - lag);
      look();
    });
  };
  look();
  return { lag: () => lag, busy: () => lag > MOST, stop: () => stop() };
}
