import type { Clock } from '../../contract/clock';
import type { Operation } from '../../mapping/compile/compiledOperation';
import type { AccessEntry } from '../../gateway/context';

/** One request as `lifeboat tail` shows it: the entry of the access log, and the operation. */
export interface TailedRequest extends Omit<AccessEntry, 'detail' | 'executed' | 'upstreamMilliseconds'> {
  /** Instant (clock ms) at which its answer ended. */
  readonly at: number;
  readonly resource?: string | undefined;
  readonly operation?: string | undefined;
}

/** The requests since the last reading. */
export interface TailBatch {
  readonly requests: readonly TailedRequest[];
  readonly next: number;
  /** Number of requests since the last reading that are dropped: there were too many. */
  readonly lost: number;
}

export type Tail = ReturnType<typeof createTail>;

interface TailParts {
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  /** Fetches the requests of other processes. Absent: there are none. */
  readonly pull?: () => Promise<readonly Pick<TailBatch, 'requests' | 'lost'>[]>;
}

/** Time (ms) after the last reading at which the tail stops, and most requests that it keeps. */
const READER_LEASE_MS = 10_000;
const MAX_KEPT_REQUESTS = 5_000;

/** Opens a tail, which keeps the latest requests while a command reads them. It keeps nothing before the first reading, and forgets all after the last. */
export function createTail({ clock, pull }: TailParts) {
  let keptRequests: TailedRequest[] = [];
  let firstPosition = 1;
  let until = -Infinity;
  let takenPosition = 0;
  const isRunning = (): boolean => clock.steady() < until;

  const keepRequest = (request: TailedRequest): void => {
    keptRequests.push(request);
    // Drops half of the requests at once: moving the others for each dropped one would cost more than keeping it.
    if (keptRequests.length <= 2 * MAX_KEPT_REQUESTS) return;
    firstPosition += keptRequests.length - MAX_KEPT_REQUESTS;
    keptRequests = keptRequests.slice(-MAX_KEPT_REQUESTS);
  };
  const prolong = (): void => {
    if (!isRunning()) {
      firstPosition += keptRequests.length;
      keptRequests = [];
      takenPosition = firstPosition;
    }
    until = clock.steady() + READER_LEASE_MS;
  };
  const requestsSince = (position: number): TailBatch => {
    const end = firstPosition + keptRequests.length;
    // A position beyond the end belongs to an earlier process.
    const from = position === 0 ? end : position > end ? firstPosition : position;
    const begin = Math.max(from, firstPosition);
    return { requests: keptRequests.slice(begin - firstPosition), next: end, lost: begin - from };
  };
  return {
    add: ({
      entry,
      operation,
    }: {
      readonly entry: AccessEntry;
      readonly operation?: Pick<Operation, 'name' | 'resource'> | undefined;
    }): void => {
      if (!isRunning()) return;
      const noDetails = { detail: undefined, executed: undefined, upstreamMilliseconds: undefined };
      const { resource, name } = operation ?? {};
      keepRequest({ ...entry, ...noDetails, at: clock.now(), resource, operation: name });
    },
    /** Reads on from a position (0: the present), and keeps the tail running for a while. */
    read: async (position: number): Promise<TailBatch> => {
      prolong();
      const begin = position === 0 ? requestsSince(0).next : position;
      const news = (await pull?.()) ?? [];
      for (const request of news.flatMap(({ requests }) => requests).toSorted((a, b) => a.at - b.at))
        keepRequest(request);
      const read = requestsSince(begin);
      return { ...read, lost: news.reduce((sum, { lost }) => sum + lost, read.lost) };
    },
    /** Takes the requests since the last call, for the process with the admin port, and keeps the tail running. */
    take: (): Pick<TailBatch, 'requests' | 'lost'> => {
      prolong();
      const { requests, next, lost } = requestsSince(takenPosition);
      takenPosition = next;
      return { requests, lost };
    },
  };
}
