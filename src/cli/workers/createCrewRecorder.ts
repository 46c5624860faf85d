import type { RecordedExchange } from '../../comparison/recordedExchange';
import type { Clock } from '../../gateway/clock';
import { createTape, type Recorded } from '../../http/shadow/createTape';

/** Reads what the recorders of all workers have recorded, as if there were one. */
export interface CrewRecorder {
  readonly read: (after: number) => Promise<Recorded>;
  /** Takes what a worker tells. */
  readonly take: (exchanges: readonly RecordedExchange[]) => void;
  /** Says how the workers are asked to tell, each answering how many it has lost; who is late is taken all the same. */
  readonly connect: (pull: () => Promise<readonly number[]>) => void;
}

/** Opens it; nothing comes before it is connected. */
export function createCrewRecorder(clock: Pick<Clock, 'steady'>): CrewRecorder {
  const tape = createTape(clock);
  let pull = (): Promise<readonly number[]> => Promise.resolve([]);
  return {
    take: (exchanges) => {
      for (const exchange of exchanges) tape.add(exchange);
    },
    connect: (next) => {
      pull = next;
    },
    read: async (after) => {
      // The tape runs from the first reading on.
      tape.read(after);
      const losses = await pull();
      const { lost, ...read } = tape.read(after);
      return { ...read, lost: losses.reduce((sum, one) => sum + one, lost) };
    },
  };
}
