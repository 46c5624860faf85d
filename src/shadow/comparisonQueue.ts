import type { ComparisonOutcome } from '../comparison/keep/comparisonAccounts';
import type { ShadowedRequest } from '../http/shadowPort';
import type { ComparisonTask, ShadowParts } from './shadowParts';

interface WorkQueueLimits {
  /** Most pieces of work in progress. */
  readonly places: number;
  /** Most pieces that wait. */
  readonly waiting: number;
  /** Most bytes that all of them hold together. */
  readonly bytes: number;
}

/** Creates a queue of background work. Requests that arrive between two pieces of work are served first. */
export function createWorkQueue({ places, waiting, bytes: most }: WorkQueueLimits) {
  const queued: { readonly bytes: number; readonly work: () => Promise<void> }[] = [];
  let active = 0;
  let heldBytes = 0;
  // setImmediate lets requests that have arrived go first.
  const startNext = (): void => {
    const piece = active < places ? queued.shift() : undefined;
    if (piece === undefined) return;
    active += 1;
    setImmediate(() => {
      void piece.work().finally(() => {
        active -= 1;
        heldBytes -= piece.bytes;
        startNext();
      });
    });
  };
  return {
    /** Takes work that holds `bytes`, or refuses it at once when the queue is full. Work must not reject. */
    enter: (bytes: number, work: () => Promise<void>): boolean => {
      if (queued.length >= waiting || heldBytes + bytes > most) return false;
      heldBytes += bytes;
      queued.push({ bytes, work });
      startNext();
      return true;
    },
    load: () => ({ active, waiting: queued.length }),
  };
}

/** Most bytes of all bodies of waiting pairs. */
const MAX_QUEUED_BYTES = 64 * 1024 * 1024;

/** Takes the outcome of one comparison. */
export type TakeOutcome = (outcome: ComparisonOutcome) => void;

/** Carries out one comparison. */
export type PairWork = (task: ComparisonTask) => Promise<ComparisonOutcome>;

/** Opens the queue in which comparisons wait for a place, each until its deadline. */
export function openComparisonQueue({ limits, clock, busy, failed, traced }: ShadowParts) {
  const { places, queue: waiting, deadlineMs } = limits;
  const queue = createWorkQueue({ places, waiting, bytes: MAX_QUEUED_BYTES });
  const under = new Set<AbortController>();
  let closed = false;

  /** Does the work of a comparison within its deadline, and returns its outcome. */
  const performWork = async (
    times: Pick<ComparisonTask, 'at' | 'servedAt'>,
    request: ShadowedRequest,
    work: PairWork,
  ): Promise<ComparisonOutcome> => {
    const deadlineAt = times.servedAt + deadlineMs;
    if (closed || clock.steady() >= deadlineAt) return 'timeout';
    const end = new AbortController();
    under.add(end);
    const stop = clock.schedule(deadlineAt - clock.steady(), () => end.abort());
    try {
      return await work({ ...times, request, deadlineAt, cancel: end.signal });
    } catch (thrown) {
      failed(thrown);
      return 'failed';
    } finally {
      stop();
      under.delete(end);
    }
  };
  return {
    load: queue.load,
    start: (request: ShadowedRequest, settle: TakeOutcome, bytes: number, work: PairWork): void => {
      const times = { at: clock.now(), servedAt: clock.steady() };
      const runComparison = () => performWork(times, request, work);
      const compared = traced?.(request, runComparison) ?? runComparison;
      const isTaken = !busy() && queue.enter(bytes, async () => settle(await compared()));
      if (!isTaken) settle('queue_full');
    },
    close: (): void => {
      closed = true;
      for (const end of under) end.abort();
    },
  };
}
