/** A bounded line of work that nobody waits for. */
interface WorkQueue {
  /** Takes work that holds so many bytes, or refuses it at once when the line is full. Work must not reject. */
  readonly enter: (bytes: number, work: () => Promise<void>) => boolean;
  readonly load: () => { readonly active: number; readonly waiting: number };
}

interface WorkQueueLimits {
  /** Pieces of work under way at a time. */
  readonly places: number;
  /** Pieces that may wait. */
  readonly waiting: number;
  /** Bytes that all of them may hold together. */
  readonly bytes: number;
}

/** Opens a queue; between two pieces of work whatever has arrived at the process is served first. */
export function createWorkQueue({ places, waiting, bytes: most }: WorkQueueLimits): WorkQueue {
  const line: { readonly bytes: number; readonly work: () => Promise<void> }[] = [];
  let active = 0;
  let held = 0;

  const next = (): void => {
    if (active >= places) return;
    const piece = line.shift();
    if (piece === undefined) return;
    active += 1;
    setImmediate(() => {
      void piece.work().finally(() => {
        active -= 1;
        held -= piece.bytes;
        next();
      });
    });
  };
  return {
    enter: (bytes, work) => {
      if (line.length >= waiting || held + bytes > most) return false;
      held += bytes;
      line.push({ bytes, work });
      next();
      return true;
    },
    load: () => ({ active, waiting: line.length }),
  };
}
