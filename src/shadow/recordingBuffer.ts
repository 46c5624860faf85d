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

/** Time (ms) after the last reading at which the recording stops. */
const READER_LEASE_MS = 30_000;
const MAX_BUFFERED_EXCHANGES = 1_000;
const MAX_BUFFERED_BYTES = 32 * 1024 * 1024;

const sizeOf = ({ body, sent = '', target, v2 = [] }: RecordedExchange): number =>
  body.length + sent.length + target.length + v2.reduce((sum, answer) => sum + answer.body.length, 0);

/**
 * Creates a ring buffer of exchanges that were not read yet. It takes exchanges only while a reader asks for them, and
 * drops everything when its reader stops.
 */
export function createRecordingBuffer({ steady }: Pick<Clock, 'steady'>) {
  let exchanges: RecordedExchange[] = [];
  let firstPosition = 1;
  let bytes = 0;
  let until = -Infinity;
  const isRunning = (): boolean => steady() < until;

  const dropOldest = (): void => {
    const oldest = exchanges.shift();
    if (oldest === undefined) return;
    firstPosition += 1;
    bytes -= sizeOf(oldest);
  };
  return {
    isRunning,
    add: (exchange: RecordedExchange): void => {
      if (!isRunning()) return;
      bytes += sizeOf(exchange);
      exchanges.push(exchange);
      while (exchanges.length > MAX_BUFFERED_EXCHANGES || bytes > MAX_BUFFERED_BYTES) dropOldest();
    },
    /** Reads on from a position and extends the recording; 0 begins one and returns nothing yet. */
    read: (position: number): Recorded => {
      if (!isRunning()) {
        firstPosition += exchanges.length;
        [exchanges, bytes] = [[], 0];
      }
      until = steady() + READER_LEASE_MS;
      const next = firstPosition + exchanges.length;
      const from = position === 0 ? next : position;
      return {
        exchanges: exchanges.slice(Math.max(0, from - firstPosition)),
        next,
        lost: Math.max(0, firstPosition - from),
      };
    },
  };
}

/** Exchanges of one worker since the last call, and the number of dropped ones. */
export type Pulled = Omit<Recorded, 'next'>;

/** Merges the recordings of all workers into one. */
export type MergedRecorder = ReturnType<typeof createMergedRecorder>;

/** Creates the merged recorder; it is empty until it is connected. */
export function createMergedRecorder(clock: Pick<Clock, 'steady'>) {
  const buffer = createRecordingBuffer(clock);
  let pull = (): Promise<readonly Pulled[]> => Promise.resolve([]);
  return {
    /** Sets the function that asks all workers for what they have recorded since the last call. */
    connect: (next: typeof pull): void => {
      pull = next;
    },
    read: async (position: number): Promise<Recorded> => {
      // The first reading makes the buffer record.
      buffer.read(position);
      const pulled = await pull();
      for (const exchange of pulled.flatMap(({ exchanges }) => exchanges)) buffer.add(exchange);
      const { lost, ...read } = buffer.read(position);
      return { ...read, lost: pulled.reduce((sum, ofWorker) => sum + ofWorker.lost, lost) };
    },
  };
}
