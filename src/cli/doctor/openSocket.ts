import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Clock } from '../../gateway/clock';
import { failure, type Result, success } from '../../translation/result';
import { within } from './within';

/** Most time (ms) for one step of opening a connection. */
const LIMIT = 5_000;

/** The code of an error, such as `ECONNREFUSED`. */
export const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : 'unknown error';

/** Waits until a socket is open; one that is late or fails is destroyed. */
export async function openSocket<Open extends Socket>(
  socket: Open,
  event: 'connect' | 'secureConnect',
  clock: Clock,
): Promise<Result<Open, string>> {
  const opening = once(socket, event).then(
    () => success(socket),
    (thrown: unknown) => failure(codeOf(thrown)),
  );
  const opened = await within(clock, LIMIT, opening);
  if (!opened.ok) socket.destroy();
  return opened;
}
