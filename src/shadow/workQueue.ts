/** A bounded queue of background work. */
interface WorkQueue {
  /** Takes work that holds `bytes`, or refuses it at once when the queue is full. Work must not reject. */
  readonly enter: (bytes: number, work: () => Promise<void>) => boolean;
  readonly load: () => { readonly active: number; readonly waiting: number };
}

interface WorkQueueLimits {
  /** Most pieces of work in progress. */
  readonly places: number;
  /** Most pieces that wait. */
  readonly waiting: number;
  /** Most bytes that all of them hold together. */
  readonly bytes: number;
}

/** Creates a queue; requests that arrive between two pieces of work are served first. */
export function createWorkQueue({ places, waiting, bytes: most }: WorkQueueLimits): WorkQueue {
  const queued: { readonly bytes: number; readonly work: () => Promise<void> }[] = [];
  let active = 0;
  let heldBytes = 0;

  const next = (): void => {
    if (active >= places) return;
    const piece = queued.shift();
    if (piece === undefined) return;
    active += 1;
    setImmediate(() => {
      void piece.work().finally(() => {
        active -= 1;
        heldBytes -= piece.bytes;
        next();
      });
    });
  };
  return {
    enter: (bytes, work) => {
      if (queued.length >= waiting || heldBytes + bytes > most) return false;
      heldBytes += bytes;
      queued.push({ bytes, work });
      next();
      return true;
    },
    load: () => ({ active, waiting: queued.length }),
  };
}
