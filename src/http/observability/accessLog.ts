import type { Logger } from 'pino';
import type { RequestEnded } from '../../gateway/context';
import type { CallerName } from '../../cutover/callerNames';

/** Most characters of a detail: with its other members a line stays under 2 KiB. */
const DETAIL = 800;

/**
 * Cuts a detail down to characters on which no terminal and no tool acts: it may name a member of an upstream's answer.
 */
const plain = (detail: string): string => detail.slice(0, DETAIL).replace(/[^\x20-\x7e]/g, '?');

/** Writes one line per request, with the name of its caller: `info`, or `warn` when the answer is a 5xx. */
export function createAccessLog(
  logger: Logger,
  callerName: CallerName = () => undefined,
): (request: RequestEnded) => void {
  const lines = logger.child({}, { serializers: { detail: plain } });
  return ({ entry }) => {
    const { caller } = entry;
    const name = caller === undefined ? undefined : callerName(caller);
    const line = name === undefined ? entry : { ...entry, callerName: name };
    lines[entry.status < 500 ? 'info' : 'warn'](line, 'request');
  };
}
