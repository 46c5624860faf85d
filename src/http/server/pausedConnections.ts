import type { Socket } from 'node:net';
import type { Clock } from '../../contract/clock';

export type PausedConnections = ReturnType<typeof createPausedConnections>;

/** Longest time (ms) for which a connection is not read: less than a server keeps one without a request. */
const MAX_PAUSE_MS = 2_000;

/**
 * Keeps connections that are not read until their turn. A request that waits unread costs nothing. The collector copies
 * the objects of a read request while it waits, and if it is refused its client asks again.
 */
export function createPausedConnections({ steady }: Pick<Clock, 'steady'>) {
  const paused: { readonly socket: Socket; readonly until: number }[] = [];
  return {
    pause: (socket: Socket): void => {
      socket.pause();
      paused.push({ socket, until: steady() + MAX_PAUSE_MS });
    },
    /** Reads again from so many connections that have waited longest, and from all that have waited long enough. */
    resume: (most: number): void => {
      const now = steady();
      let freePauses = most;
      for (let oldest = paused[0]; oldest !== undefined; oldest = paused[0]) {
        if (freePauses <= 0 && now < oldest.until) return;
        freePauses -= 1;
        paused.shift();
        oldest.socket.resume();
      }
    },
    count: (): number => paused.length,
  };
}
