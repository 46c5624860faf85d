import type { Clock } from '../contract/clock';

/** Ends one thing that was opened. */
export type Close = () => void | Promise<void>;

/** What has been opened so far, to be ended in the opposite order. */
export interface Closers {
  readonly add: (close: Close) => void;
  /** Ends everything, the last opened first; what fails to end does not keep the rest open. */
  readonly closeAll: () => Promise<void>;
}

/** An empty pile; `failed` hears what could not be ended. */
export function createClosers(failed: (error: unknown) => void): Closers {
  const pile: Close[] = [];
  return {
    add: (close) => void pile.push(close),
    closeAll: async () => {
      for (let close = pile.pop(); close !== undefined; close = pile.pop()) {
        try {
          await close();
        } catch (error) {
          failed(error);
        }
      }
    },
  };
}

/** Work that is done again and again. */
interface Rounds {
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
