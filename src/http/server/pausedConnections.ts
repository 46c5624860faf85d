import type { Socket } from 'node:net';
import type { Clock } from '../../contract/clock';

/** Connections that are not read until their turn. */
export interface PausedConnections {
  /** Stops reading from a connection; bytes of its client wait in the buffers of its stream and of the system. */
  readonly pause: (socket: Socket) => void;
  /**
   * Reads again from the given number of connections that have waited longest, and from all that have waited long
   * enough.
   */
  readonly resume: (most: number) => void;
  readonly count: () => number;
}

/** Longest time (ms) for which a connection is not read: less than a server keeps one without a request. */
const MAX_PAUSE_MS = 2_000;

/**
 * Creates them. A request that waits unread costs nothing. The collector copies the objects of a read request while it
 * waits, and if it is refused its client asks again.
 */
export function createPausedConnections({ steady }: Pick<Clock, 'steady'>): PausedConnections {
  const paused: { readonly socket: Socket; readonly until: number }[] = [];
  return {
    pause: (socket) => {
      socket.pause();
      paused.push({ socket, until: steady() + MAX_PAUSE_MS });
    },
    resume: (most) => {
      const now = steady();
      let freePauses = most;
      for (let oldest = paused[0]; oldest !== undefined; oldest = paused[0]) {
        if (freePauses <= 0 && now < oldest.until) return;
        freePauses -= 1;
        paused.shift();
        oldest.socket.resume();
      }
    },
    count: () => paused.length,
  };
}
