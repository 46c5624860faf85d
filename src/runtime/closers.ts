import type { Clock } from '../contract/clock';

export type CloseResource = () => void | Promise<void>;

/** Collects opened resources and closes them in the opposite order. */
export type Closers = ReturnType<typeof createClosers>;

/** Creates an empty list of closers. `failed` receives the errors of closing. */
export function createClosers(failed: (error: unknown) => void) {
  const opened: CloseResource[] = [];
  return {
    add: (close: CloseResource): void => void opened.push(close),
    /** Closes everything, the last opened first. A failure does not keep the rest open. */
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
