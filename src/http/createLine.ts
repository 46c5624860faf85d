/** A fixed number of places with a waiting line of fixed length before them. */
export interface Line {
  /**
   * Calls `start` at once or when a place is free, first come first served; whoever has started owes one `leave`.
   * Returns the way out of the line (no effect once started), or undefined, without a start, when the line is full.
   */
  readonly enter: (start: () => void) => (() => void) | undefined;
  /** Gives a place back. */
  readonly leave: () => void;
}

/** Makes a line; `places` work at a time, `waiting` more may wait. */
export function createLine(places: number, waiting: number): Line {
  const line = new Set<() => void>();
  let taken = 0;
  return {
    enter: (start) => {
      if (taken < places) {
        taken += 1;
        start();
        return () => undefined;
      }
      if (line.size >= waiting) return undefined;
      line.add(start);
      return () => line.delete(start);
    },
    leave: () => {
      const [next] = line;
      if (next === undefined) {
        taken -= 1;
        return;
      }
      line.delete(next);
      next();
    },
  };
}
