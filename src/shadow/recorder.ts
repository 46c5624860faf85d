import { type RecordedExchange, recordedExchange, scrubExchange } from '../comparison/keep/recordedExchange';
import type { Clock } from '../contract/clock';
import type { Privacy } from '../comparison/keep/privacy';
import type { Pair } from '../comparison/compare/answerPair';
import type { PairWire } from '../mapping/profile/wire';
import { prepareV1Answer } from './askBothSides';
import type { ShadowedRequest, ShadowObserver } from '../http/shadowPort';
import { type CopiedPass, copyPass, type CopyWish } from './copyPassedAnswer';
import type { Shadow } from './shadow';

/** Exchanges recorded since the last reading. */
export interface RecordedBatch {
  readonly exchanges: readonly RecordedExchange[];
  /** Position from which to read on. */
  readonly next: number;
  /** Number of exchanges since the last reading that were dropped because there were too many. */
  readonly lost: number;
}

/** Time (ms) after the last reading at which the recording stops. */
const READER_LEASE_MS = 30_000;
const MAX_BUFFERED_EXCHANGES = 1_000;
const MAX_BUFFERED_BYTES = 32 * 1024 * 1024;

const sizeOf = ({ body, sent = '', target, v2 = [] }: RecordedExchange): number =>
  body.length + sent.length + target.length + v2.reduce((sum, answer) => sum + answer.body.length, 0);

/**
 * Creates a ring buffer of exchanges that were not read yet. It takes exchanges only while a reader asks for them, and
 * drops everything when its reader stops.
 */
function createRecordingBuffer({ steady }: Pick<Clock, 'steady'>) {
  let exchanges: RecordedExchange[] = [];
  let firstPosition = 1;
  let bytes = 0;
  let until = -Infinity;
  const isRunning = (): boolean => steady() < until;

  const dropOldest = (): void => {
    const oldest = exchanges.shift();
    if (oldest === undefined) return;
    firstPosition += 1;
    bytes -= sizeOf(oldest);
  };
  return {
    isRunning,
    add: (exchange: RecordedExchange): void => {
      if (!isRunning()) return;
      bytes += sizeOf(exchange);
      exchanges.push(exchange);
      while (exchanges.length > MAX_BUFFERED_EXCHANGES || bytes > MAX_BUFFERED_BYTES) dropOldest();
    },
    /** Reads on from a position and extends the recording. 0 begins one and returns nothing yet. */
    read: (position: number): RecordedBatch => {
      if (!isRunning()) {
        firstPosition += exchanges.length;
        [exchanges, bytes] = [[], 0];
      }
      until = steady() + READER_LEASE_MS;
      const next = firstPosition + exchanges.length;
      const from = position === 0 ? next : position;
      return {
        exchanges: exchanges.slice(Math.max(0, from - firstPosition)),
        next,
        lost: Math.max(0, firstPosition - from),
      };
    },
  };
}

/** Exchanges of one worker since the last call, and the number of dropped ones. */
export type WorkerBatch = Omit<RecordedBatch, 'next'>;

/** Merges the recordings of all workers into one. */
export type MergedRecorder = ReturnType<typeof createMergedRecorder>;

/** Creates the merged recorder. `pull` asks all workers for what they have recorded since the last call. */
export function createMergedRecorder(
  clock: Pick<Clock, 'steady'>,
  pull: () => Promise<readonly WorkerBatch[]>,
) {
  const buffer = createRecordingBuffer(clock);
  return {
    read: async (position: number): Promise<RecordedBatch> => {
      // The first reading makes the buffer record.
      buffer.read(position);
      const pulled = await pull();
      for (const exchange of pulled.flatMap(({ exchanges }) => exchanges)) buffer.add(exchange);
      const { lost, ...read } = buffer.read(position);
      return { ...read, lost: pulled.reduce((sum, ofWorker) => sum + ofWorker.lost, lost) };
    },
  };
}

interface RecorderOptions {
  readonly privacy: Privacy;
  readonly clock: Clock;
  /** Longest body that is recorded, bytes. */
  readonly most: number;
  readonly wire: Pick<PairWire, 'readForm'>;
}

/** Most answers that are decompressed at a time. */
const MAX_DECOMPRESSIONS = 64;

/** Most exchanges that wait for their comparison; beyond them the oldest is recorded without it. */
const MAX_WAITING_EXCHANGES = 1_000;

interface Waiting {
  exchange?: RecordedExchange | undefined;
  /** Number of missing parts, of two: v1's answer, and the end of the comparison. */
  left: number;
}

/** Holds exchanges back until both of their parts have arrived. */
function createWaiting(add: (exchange: RecordedExchange) => void) {
  const waitingByRequest = new Map<string, Waiting>();
  const releaseExchange = (id: string, { exchange }: Waiting): void => {
    waitingByRequest.delete(id);
    if (exchange !== undefined) add(exchange);
  };
  return {
    findWaiting: (id: string) => waitingByRequest.get(id),
    begin: (id: string): void => {
      waitingByRequest.set(id, { left: 2 });
      const [oldest] = waitingByRequest;
      if (waitingByRequest.size > MAX_WAITING_EXCHANGES && oldest !== undefined) releaseExchange(...oldest);
    },
    /** Notes the arrival of one part. An exchange that does not wait is complete. */
    noteArrival: (id: string, exchange?: RecordedExchange): void => {
      const waitingExchange = waitingByRequest.get(id);
      if (waitingExchange === undefined) {
        if (exchange !== undefined) add(exchange);
        return;
      }
      waitingExchange.exchange ??= exchange;
      waitingExchange.left -= 1;
      if (waitingExchange.left === 0) releaseExchange(id, waitingExchange);
    },
  };
}

/** Records v1's answers, each exchange once, while a reader asks for them. */
export type Recorder = ReturnType<typeof createRecorder>;

/** Creates a recorder. It copies nothing before the first reading. */
export function createRecorder({ privacy, clock, most, wire }: RecorderOptions) {
  const { isRunning, add, read } = createRecordingBuffer(clock);
  const waitingRequests = createWaiting(add);
  let [underWay, position] = [0, 0];

  const scrubForKeeping = (exchange: unknown, { route }: ShadowedRequest): RecordedExchange | undefined => {
    const fit = recordedExchange.safeParse(exchange);
    return fit.success ? scrubExchange(fit.data, route.operation.v1.template, privacy) : undefined;
  };
  const record = async (
    request: ShadowedRequest,
    copied: CopiedPass,
  ): Promise<RecordedExchange | undefined> => {
    const answer = await prepareV1Answer(copied, { most, wire });
    if (!answer.ok) return undefined;
    const { id, caller, method, target } = request;
    const sent = copied.sent?.toString() || undefined;
    return scrubForKeeping({ id, at: clock.now(), caller, method, target, sent, ...answer.value }, request);
  };

  return {
    /** Begins an exchange before v1 is asked. With `compared` the exchange is complete only after `noteSettled`. */
    onV1: (request: ShadowedRequest, compared: boolean): CopyWish | undefined => {
      if (!isRunning() || underWay >= MAX_DECOMPRESSIONS || request.method === 'HEAD') return undefined;
      const { id } = request;
      if (compared) waitingRequests.begin(id);
      const takeCopy: CopyWish['takeCopy'] = (copied) => {
        if (copied === undefined) {
          waitingRequests.noteArrival(id);
          return;
        }
        underWay += 1;
        void record(request, copied)
          .then((exchange) => waitingRequests.noteArrival(id, exchange))
          .finally(() => (underWay -= 1));
      };
      return { withRequest: request.method !== 'GET', takeCopy };
    },
    /** Called for a compared read, to record v2's answers too. */
    recordPair: (request: ShadowedRequest, { at, v1, raw }: Pair): void => {
      const { id, caller, method, target } = request;
      if (!isRunning()) return;
      const exchange = scrubForKeeping({ id, at, caller, method, target, ...v1, v2: raw }, request);
      const waitingExchange = waitingRequests.findWaiting(id);
      if (waitingExchange !== undefined) waitingExchange.exchange = exchange ?? waitingExchange.exchange;
      else if (exchange !== undefined) add(exchange);
    },
    /** Called when a request was compared, or will not be. */
    noteSettled: ({ id }: ShadowedRequest): void => {
      if (waitingRequests.findWaiting(id) !== undefined) waitingRequests.noteArrival(id);
    },
    /** Returns what was recorded since the last call. The first call begins. */
    takeBatch: (): WorkerBatch => {
      const { next, ...recorded } = read(position);
      position = next;
      return recorded;
    },
  };
}

/** Joins the comparison and the recorder, which has to know if a request will be compared. */
export function joinObservers(
  comparison: Pick<Shadow, 'onV1' | 'onV2'> | undefined,
  recorder: Pick<Recorder, 'onV1'>,
  most: number,
): ShadowObserver {
  return {
    onV1: (request) => {
      const compared = comparison?.onV1(request);
      const recorded = recorder.onV1(request, compared !== undefined);
      const wishes = [compared, recorded].filter((wish) => wish !== undefined);
      return wishes.length === 0 ? undefined : copyPass(most, wishes);
    },
    onV2: (request) => comparison?.onV2(request),
  };
}
