import type { Clock } from '../gateway/clock';
import type { Close } from './closers';

/** Work that is done again and again. */
export interface Rounds {
  /** Must not reject. */
  readonly work: () => Promise<void>;
  /** How long (ms) until the first round. */
  readonly first: number;
  /** How long (ms) from the end of a round to the next. */
  readonly pause: number;
  readonly clock: Pick<Clock, 'schedule'>;
}

/** Works in rounds, never two at a time; its end waits for the round that runs and then works once more. */
export function inRounds({ work, first, pause, clock }: Rounds): Close {
  let stop = (): void => undefined;
  let running = Promise.resolve();
  let closed = false;
  const after = (delay: number): void => {
    stop = clock.schedule(delay, () => {
      running = round();
    });
  };
  const round = async (): Promise<void> => {
    await work();
    if (!closed) after(pause);
  };
  after(first);
  return async () => {
    closed = true;
    stop();
    await running;
    await work();
  };
}
