import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const ATTEMPTS = 100;
const PAUSE_MS = 50;

/** Waits until somebody listens on a local port; throws after five seconds. */
export async function untilReachable(port: number): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const reached = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (reached) return;
    await pause(PAUSE_MS);
  }
  throw new Error(`nothing listens on port ${port}`);
}
