import type { Clock } from '../contract/clock';

export type Close = () => void | Promise<void>;

/** Collects opened resources and closes them in the opposite order. */
export type Closers = ReturnType<typeof createClosers>;

/** Creates an empty list of closers; `failed` receives the errors of closing. */
export function createClosers(failed: (error: unknown) => void) {
  const opened: Close[] = [];
  return {
    add: (close: Close): void => void opened.push(close),
    /** Closes everything, the last opened first; a failure does not keep the rest open. */
    closeAll: async (): Promise<void> => {
      for (let close = opened.pop(); close !== undefined; close = opened.pop()) {
        try {
          await close();
        } catch (error) {
          failed(error);
        }
      }
    },
  };
}

/** Returns a clock that starts nothing after `closers` have closed: a wait that is under way then never ends. */
export function untilClosed(clock: Clock, closers: Pick<Closers, 'add'>): Clock {
  const waiting = new Set<() => void>();
  let isClosed = false;
  closers.add(() => {
    isClosed = true;
    for (const stop of waiting) stop();
  });
  return {
    ...clock,
    schedule: (delay, action) => {
      if (isClosed) return () => undefined;
      const stop = clock.schedule(delay, () => {
        waiting.delete(stop);
        action();
      });
      waiting.add(stop);
      return () => {
        waiting.delete(stop);
        stop();
      };
    },
  };
}

interface Rounds {
  /** Does one round of work; must not reject. */
  readonly work: () => Promise<void>;
  /** Delay of the first round, ms. */
  readonly first: number;
  /** Pause from the end of a round to the next, ms. */
  readonly pause: number;
  readonly clock: Pick<Clock, 'schedule'>;
}

/** Works in rounds, never two at a time; closing waits for the current round and then works once more. */
export function inRounds({ work, first: firstDelay, pause, clock }: Rounds): Close {
  let stop = (): void => undefined;
  let running = Promise.resolve();
  let closed = false;
  const startAfter = (delay: number): void => {
    stop = clock.schedule(delay, () => {
      running = work().then(() => {
        if (!closed) startAfter(pause);
      });
    });
  };
  startAfter(firstDelay);
  return async () => {
    closed = true;
    stop();
    await running;
    await work();
  };
}
