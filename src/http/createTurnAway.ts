import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../gateway/clock';
import { problemAnswer } from '../gateway/problems';
import { isUnder } from './isUnder';
import { knownMethods } from './knownMethods';

export interface TurnAwayOptions {
  readonly clock: Clock;
  /** Headers of every answer to a v1 request. */
  readonly v1Headers: Readonly<Record<string, string>>;
  /** Told for each method how many were turned away since it was last told. */
  readonly turnedAway: (method: string, count: number) => void;
}

/** The cheapest way out. */
export interface TurnAway {
  readonly turnAway: (request: IncomingMessage, response: ServerResponse) => void;
  /** Reports what has not been reported yet. */
  readonly stop: () => void;
}

/** Between two reports, ms: a line of log for each would cost more than the refusal. */
const ROUND = 1_000;

/**
 * Refuses requests that nobody has looked at: the 503 of an overload, its head and body made beforehand. What the
 * client still sends of its request is read and forgotten, and the connection is kept.
 */
export function createTurnAway({ clock, v1Headers, turnedAway }: TurnAwayOptions): TurnAway {
  const { status, headers, body } = problemAnswer('overloaded', '', { 'retry-after': '1' });
  const own = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) })
    .filter(([name]) => name !== 'x-request-id')
    .flat();
  const ofV1 = [...own, ...Object.entries(v1Headers).flat()];
  const counts = new Map<string, number>();
  let stopTimer: (() => void) | undefined;

  const report = (): void => {
    stopTimer?.();
    stopTimer = undefined;
    for (const [method, count] of counts) turnedAway(method, count);
    counts.clear();
  };
  const count = (method: string): void => {
    const counted = knownMethods.has(method) ? method : 'other';
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
    stopTimer ??= clock.schedule(ROUND, report);
  };
  return {
    turnAway: ({ method = '', url = '', socket }, response) => {
      count(method);
      if (!socket.writable) return;
      response.writeHead(status, [...(isUnder('/v1', url) ? ofV1 : own), 'x-request-id', randomUUID()]);
      response.end(body, 'latin1');
    },
    stop: report,
  };
}
