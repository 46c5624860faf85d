/** What is under way. */
export interface UnderWay {
  /** Until the promise settles. */
  readonly add: (until: Promise<void>) => void;
  /** Resolves when nothing is. */
  readonly none: () => Promise<void>;
}

/** Counts what is under way: a set of it would keep what has ended from the young collector. */
export function createUnderWay(): UnderWay {
  let count = 0;
  const waiting: (() => void)[] = [];
  const end = (): void => {
    count -= 1;
    if (count === 0) for (const ended of waiting.splice(0)) ended();
  };
  return {
    add: (until) => {
      count += 1;
      void until.then(end);
    },
    none: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve))),
  };
}
