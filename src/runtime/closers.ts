import type { Clock } from '../contract/clock';

export type CloseResource = () => void | Promise<void>;

/** Collects opened resources and closes them in the opposite order. */
export type Closers = ReturnType<typeof createClosers>;

/** Creates an empty list of closers. `failed` receives the errors of closing. */
export function createClosers(onError: (error: unknown) => void) {
  const openedResources: CloseResource[] = [];
  return {
    add: (close: CloseResource): void => void openedResources.push(close),
    /** Closes everything, the last opened first. A failure does not keep the rest open. */
    closeAll: async (): Promise<void> => {
      for (let close = openedResources.pop(); close !== undefined; close = openedResources.pop()) {
        try {
          await close();
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}

/** Returns a clock that starts nothing after `closers` have closed: a wait that is under way then never ends. */
export function untilClosed(clock: Clock, closers: Pick<Closers, 'add'>): Clock {
  const waitingClosers = new Set<() => void>();
  let isClosed = false;
  closers.add(() => {
    isClosed = true;
    for (const stop of waitingClosers) stop();
  });
  return {
    ...clock,
    schedule: (delay, action) => {
      if (isClosed) return () => undefined;
      const stop = clock.schedule(delay, () => {
        waitingClosers.delete(stop);
        action();
      });
      waitingClosers.add(stop);
      return () => {
        waitingClosers.delete(stop);
        stop();
      };
    },
  };
}
