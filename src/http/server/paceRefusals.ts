import type { Socket } from 'node:net';
import type { Clock } from '../../contract/clock';

/** Longest time (ms) for which a refusal or a connection is held; a server keeps an idle connection for longer. */
const MAX_HOLD_MS = 2_000;

/** Creates the queue of refusals that are held back. */
function createHeldRefusals({ steady }: Pick<Clock, 'steady'>) {
  const heldEntries: { readonly release: () => void; readonly until: number }[] = [];
  return {
    hold: (release: () => void): void => void heldEntries.push({ release, until: steady() + MAX_HOLD_MS }),
    /** Releases at most this many refusals, the oldest first, and all that have waited long enough. Counts them. */
    release: (most: number): number => {
      const now = steady();
      let released = 0;
      for (let oldest = heldEntries[0]; oldest !== undefined; oldest = heldEntries[0]) {
        if (released >= most && now < oldest.until) break;
        released += 1;
        heldEntries.shift();
        oldest.release();
      }
      return released;
    },
    count: (): number => heldEntries.length,
  };
}

export type PausedConnections = ReturnType<typeof createPausedConnections>;

/**
 * Keeps connections that are not read until their turn. A request that waits unread costs nothing. The collector copies
 * the objects of a read request while it waits, and if it is refused its client asks again.
 */
export function createPausedConnections(clock: Pick<Clock, 'steady'>) {
  const { hold, release: resume, count } = createHeldRefusals(clock);
  const pause = (socket: Socket): void => {
    socket.pause();
    hold(() => socket.resume());
  };
  return { pause, resume, count };
}

/** Refuses now or a little later, so that refusals leave the processor to answers. */
export type PaceRefusal = (refuse: () => void) => void;

/** Refusals per second at a lasting pace: at 0.1 ms each, a sixteenth of a processor. */
const PER_SECOND = 600;

/** Refusals that go out at once before they are paced, and again after a pause. */
const AT_ONCE = 256;

/**
 * Most refusals held at a time, time (ms) without holding after that, and refusals released in each round. If more come,
 * their clients do not wait for them: holding would not slow those clients, and use up the connections.
 */
const MAX_HELD_REFUSALS = 2_048;
const UNHELD_MS = 10_000;
const OF_ROUND = 100;

/** Time (ms) between two releases of held refusals. */
const ROUND_MS = 10;

/**
 * Creates the function that paces refusals. A refused client that asks again at once costs about as much each time as
 * an answer: a thousand such clients leave next to nothing of the processor to answers. A client that waits for its
 * refusal asks nothing.
 */
export function createRefusalPace(clock: Pick<Clock, 'steady' | 'schedule'>): PaceRefusal {
  const { hold, release, count } = createHeldRefusals(clock);
  let allowedRefusals = AT_ONCE;
  let countedAt = clock.steady();
  let unheldUntil = -Infinity;
  let isRunning = false;

  /** Counts the refusals that time has allowed since the last call. Returns the present instant. */
  const allowRefusals = (): number => {
    const now = clock.steady();
    allowedRefusals = Math.min(AT_ONCE, allowedRefusals + ((now - countedAt) * PER_SECOND) / 1_000);
    countedAt = now;
    return now;
  };
  const round = (): void => {
    if (allowRefusals() < unheldUntil) allowedRefusals = Math.max(allowedRefusals, OF_ROUND);
    allowedRefusals = Math.max(0, allowedRefusals - release(Math.floor(allowedRefusals)));
    isRunning = count() > 0;
    if (isRunning) clock.schedule(ROUND_MS, round);
  };
  return (refuse) => {
    const now = allowRefusals();
    if (now < unheldUntil || (count() === 0 && allowedRefusals >= 1)) {
      allowedRefusals = Math.max(0, allowedRefusals - 1);
      refuse();
      return;
    }
    hold(refuse);
    if (count() > MAX_HELD_REFUSALS) unheldUntil = now + UNHELD_MS;
    if (!isRunning) clock.schedule(ROUND_MS, round);
    isRunning = true;
  };
}
