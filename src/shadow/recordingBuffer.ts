import type { RecordedExchange } from '../comparison/keep/recordedExchange';
import type { Clock } from '../contract/clock';

/** Exchanges recorded since the last reading. */
export interface Recorded {
  readonly exchanges: readonly RecordedExchange[];
  /** Position from which to read on. */
  readonly next: number;
  /** Number of exchanges since the last reading that were dropped because there were too many. */
  readonly lost: number;
}

/** Ring buffer of exchanges that were not read yet; it takes exchanges only while somebody reads. */
export interface RecordingBuffer {
  readonly isRunning: () => boolean;
  readonly add: (exchange: RecordedExchange) => void;
  /** Reads on from a position and extends the recording; 0 begins one and returns nothing yet. */
  readonly read: (after: number) => Recorded;
}

/** Time (ms) after the last reading at which the recording stops. */
const LEASE = 30_000;
const MOST_EXCHANGES = 1_000;
const MOST_BYTES = 32 * 1024 * 1024;

const sizeOf = ({ body, sent = '', target, v2 = [] }: RecordedExchange): number =>
  body.length + sent.length + target.length + v2.reduce((sum, answer) => sum + answer.body.length, 0);

/** Makes a recording buffer; it drops everything when nobody reads any more. */
export function createRecordingBuffer({ steady }: Pick<Clock, 'steady'>): RecordingBuffer {
  let kept: RecordedExchange[] = [];
  let first = 1;
  let bytes = 0;
  let until = -Infinity;
  const isRunning = (): boolean => steady() < until;

  const dropOldest = (): void => {
    const oldest = kept.shift();
    if (oldest === undefined) return;
    first += 1;
    bytes -= sizeOf(oldest);
  };
  return {
    isRunning,
    add: (exchange) => {
      if (!isRunning()) return;
      bytes += sizeOf(exchange);
      kept.push(exchange);
      while (kept.length > MOST_EXCHANGES || bytes > MOST_BYTES) dropOldest();
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
