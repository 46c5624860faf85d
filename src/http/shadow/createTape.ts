import type { RecordedExchange } from '../../comparison/recordedExchange';
import type { Clock } from '../../gateway/clock';

/** What was recorded since the last reading. */
export interface Recorded {
  readonly exchanges: readonly RecordedExchange[];
  /** Where to go on. */
  readonly next: number;
  /** Exchanges since the reading before that nobody can read any more: there were too many. */
  readonly lost: number;
}

/** What was recorded and not read yet; it takes something only while somebody reads. */
export interface Tape {
  readonly isRunning: () => boolean;
  readonly add: (exchange: RecordedExchange) => void;
  /** Reads on from a place, and has the tape run on for a while; from 0 nothing yet: a recording begins when it is asked for. */
  readonly read: (after: number) => Recorded;
}

/** It stops so long (ms) after the last reading. */
const LEASE = 30_000;
const MOST_EXCHANGES = 1_000;
const MOST_BYTES = 32 * 1024 * 1024;

const sizeOf = ({ body, sent = '', target, v2 = [] }: RecordedExchange): number =>
  body.length + sent.length + target.length + v2.reduce((sum, answer) => sum + answer.body.length, 0);

/** Opens a tape: everything is forgotten when nobody reads any more. */
export function createTape({ steady }: Pick<Clock, 'steady'>): Tape {
  let kept: RecordedExchange[] = [];
  let first = 1;
  let bytes = 0;
  let until = -Infinity;
  const isRunning = (): boolean => steady() < until;

  const letGo = (): void => {
    const gone = kept.shift();
    if (gone === undefined) return;
    first += 1;
    bytes -= sizeOf(gone);
  };
  return {
    isRunning,
    add: (exchange) => {
      if (!isRunning()) return;
      bytes += sizeOf(exchange);
      kept.push(exchange);
      while (kept.length > MOST_EXCHANGES || bytes > MOST_BYTES) letGo();
    },
    read: (after) => {
      if (!isRunning()) {
        first += kept.length;
        [kept, bytes] = [[], 0];
      }
      until = steady() + LEASE;
      const next = first + kept.length;
      const from = after === 0 ? next : after;
      return {
        exchanges: kept.slice(Math.max(0, from - first)),
        next,
        lost: Math.max(0, first - from),
      };
    },
  };
}
