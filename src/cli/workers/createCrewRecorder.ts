import type { RecordedExchange } from '../../comparison/recordedExchange';
import type { Clock } from '../../gateway/clock';
import { createTape, type Recorded } from '../../http/shadow/createTape';

/** Reads what the recorders of all workers have recorded, as if there were one. */
export interface CrewRecorder {
  readonly read: (after: number) => Promise<Recorded>;
  /** Takes what a worker tells of its own accord. */
  readonly take: (exchanges: readonly RecordedExchange[]) => void;
  /** Says how the workers are asked. */
  readonly connect: (pull: () => Promise<readonly Recorded[]>) => void;
}

/** Opens it; nothing comes before it is connected. */
export function createCrewRecorder(clock: Pick<Clock, 'steady'>): CrewRecorder {
  const tape = createTape(clock);
  let pull = (): Promise<readonly Recorded[]> => Promise.resolve([]);
  const take: CrewRecorder['take'] = (exchanges) => {
    for (const exchange of exchanges) tape.add(exchange);
  };
  return {
    take,
    connect: (next) => {
      pull = next;
    },
    read: async (after) => {
      // The tape runs from the first reading on.
      tape.read(after);
      const pulled = await pull();
      for (const { exchanges } of pulled) take(exchanges);
      const { lost, ...read } = tape.read(after);
      return { ...read, lost: pulled.reduce((sum, one) => sum + one.lost, lost) };
    },
  };
}
