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
  /** Reads on from a place, 0 at first, and has the tape run on for a while. */
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
  let readTo = 0;
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
      const at = kept.findLastIndex(({ id }) => id === exchange.id);
      const known = first + at >= readTo ? kept[at] : undefined;
      if (known?.v2 !== undefined && exchange.v2 === undefined) return;
      bytes += sizeOf(exchange) - (known === undefined ? 0 : sizeOf(known));
      // What was read already comes a second time, now that more is known of it.
      if (known === undefined) kept.push(exchange);
      else kept[at] = exchange;
      while (kept.length > MOST_EXCHANGES || bytes > MOST_BYTES) letGo();
    },
    read: (after) => {
      if (!isRunning()) {
        first += kept.length;
        [kept, bytes] = [[], 0];
      }
      until = steady() + LEASE;
      const from = after === 0 ? first : after;
      readTo = first + kept.length;
      return {
        exchanges: kept.slice(Math.max(0, from - first)),
        next: readTo,
        lost: Math.max(0, first - from),
      };
    },
  };
}
