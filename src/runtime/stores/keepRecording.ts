import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import type { Clock } from '../../contract/clock';
import { createRecordingBuffer, type Recorded } from '../../shadow/recorder';

/** Merges the recordings of all workers into one. */
export interface MergedRecorder {
  readonly read: (after: number) => Promise<Recorded>;
  /** Adds the recorded exchanges of a worker. */
  readonly take: (exchanges: readonly RecordedExchange[]) => void;
  /** Sets the function that asks all workers for their exchanges, each with the number lost; late ones count later. */
  readonly connect: (pull: () => Promise<readonly number[]>) => void;
}

/** Creates the merged recorder; it is empty until it is connected. */
export function createMergedRecorder(clock: Pick<Clock, 'steady'>): MergedRecorder {
  const buffer = createRecordingBuffer(clock);
  let pull = (): Promise<readonly number[]> => Promise.resolve([]);
  return {
    take: (exchanges) => {
      for (const exchange of exchanges) buffer.add(exchange);
    },
    connect: (next) => {
      pull = next;
    },
    read: async (after) => {
      // The buffer records from the first reading on.
      buffer.read(after);
      const losses = await pull();
      const { lost, ...read } = buffer.read(after);
      return { ...read, lost: losses.reduce((sum, one) => sum + one, lost) };
    },
  };
}
