import type { Socket } from 'node:net';
import type { Clock } from '../../contract/clock';

/** Connections that are not read until it is their turn. */
export interface PausedConnections {
  /** Takes nothing more from a connection; what its client sends waits in the buffers of its stream and of the system. */
  readonly pause: (socket: Socket) => void;
  /** Reads again from the given number of connections that have waited longest, and from all that have waited long enough. */
  readonly resume: (most: number) => void;
  readonly count: () => number;
}

/** Longest time (ms) for which a connection is not read: less than a server keeps one without a request. */
const LONGEST = 2_000;

/**
 * Makes them. A request that waits unread costs nothing; the objects of one that was read are copied by the collector
 * while it waits, and if it is refused its client asks again.
 */
export function createPausedConnections({ steady }: Pick<Clock, 'steady'>): PausedConnections {
  const paused: { readonly socket: Socket; readonly until: number }[] = [];
  return {
    pause: (socket) => {
      socket.pause();
      paused.push({ socket, until: steady() + LONGEST });
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
