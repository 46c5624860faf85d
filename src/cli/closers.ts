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
