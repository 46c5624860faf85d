import { type RecordedExchange, recordedExchange, scrub } from '../comparison/keep/recordedExchange';
import type { Clock } from '../contract/clock';
import type { Privacy } from '../comparison/keep/privacy';
import type { Pair } from '../comparison/compare/answerPair';
import { answerOfV1 } from './sideAnswers';
import type { PassCopy, ShadowedRequest, ShadowObserver } from '../http/shadowPort';
import { type Copied, copyPass } from './copyPass';

/** What was recorded since the last reading. */
export interface Recorded {
  readonly exchanges: readonly RecordedExchange[];
  /** Where to go on. */
  readonly next: number;
  /** Exchanges since the reading before that nobody can read any more: there were too many. */
  readonly lost: number;
}

/** What was recorded and not read yet; it takes something only while somebody reads. */
interface RecordingBuffer {
  readonly isRunning: () => boolean;
  readonly add: (exchange: RecordedExchange) => void;
  /** Reads on from a place, and has the tape run on for a while; from 0 nothing yet: a recording begins when it is asked for. */
  readonly read: (after: number) => Recorded;
}

/** It stops so long (ms) after the last reading. */
const LEASE = 30_000;
const MOST_EXCHANGES = 1_000;
const MOST_BYTES = 32 * 1024 * 1024;

const sizeOf = ({ body, sent = '', target, v2 = [] }: RecordedExchange): number =>
  body.length + sent.length + target.length + v2.reduce((sum, answer) => sum + answer.body.length, 0);

/** Opens a tape: everything is forgotten when nobody reads any more. */
export function createRecordingBuffer({ steady }: Pick<Clock, 'steady'>): RecordingBuffer {
  let kept: RecordedExchange[] = [];
  let first = 1;
  let bytes = 0;
  let until = -Infinity;
  const isRunning = (): boolean => steady() < until;

  const letGo = (): void => {
    const gone = kept.shift();
    if (gone === undefined) return;
    first += 1;
    bytes -= sizeOf(gone);
  };
  return {
    isRunning,
    add: (exchange) => {
      if (!isRunning()) return;
      bytes += sizeOf(exchange);
      kept.push(exchange);
      while (kept.length > MOST_EXCHANGES || bytes > MOST_BYTES) letGo();
    },
    read: (after) => {
      if (!isRunning()) {
        first += kept.length;
        [kept, bytes] = [[], 0];
      }
      until = steady() + LEASE;
      const next = first + kept.length;
      const from = after === 0 ? next : after;
      return {
        exchanges: kept.slice(Math.max(0, from - first)),
        next,
        lost: Math.max(0, first - from),
      };
    },
  };
}

/** Records what v1 answers, each exchange once, as long as somebody reads it. */
export interface Recorder extends Pick<RecordingBuffer, 'read'> {
  /** Told that v1 is about to be asked; `compared`: the exchange is whole only once it is settled. */
  readonly onV1: (request: ShadowedRequest, compared: boolean) => PassCopy | undefined;
  /** Told of a read that was compared: its recording then says what v2 answered, too. */
  readonly paired: (request: ShadowedRequest, pair: Pair) => void;
  /** Told that a request was compared, or will not be. */
  readonly settled: (request: ShadowedRequest) => void;
}

interface RecorderOptions {
  readonly privacy: Privacy;
  readonly clock: Clock;
  /** Longest body that is recorded, bytes. */
  readonly most: number;
}

/** Answers that are being unpacked at a time. */
const MOST_UNDER_WAY = 64;

/** Exchanges that wait for their comparison; the one that has waited longest is taken as it is. */
const MOST_WAITING = 1_000;

/** An exchange that is not whole yet. */
interface Waiting {
  exchange?: RecordedExchange | undefined;
  /** Both have to come: v1's answer, and the end of the comparison. */
  left: number;
}

/** Holds exchanges back until both of their parts have come. */
function createWaiting(add: (exchange: RecordedExchange) => void) {
  const waiting = new Map<string, Waiting>();
  const release = (id: string, { exchange }: Waiting): void => {
    waiting.delete(id);
    if (exchange !== undefined) add(exchange);
  };
  return {
    of: (id: string) => waiting.get(id),
    begin: (id: string): void => {
      waiting.set(id, { left: 2 });
      const [oldest] = waiting;
      if (waiting.size > MOST_WAITING && oldest !== undefined) release(...oldest);
    },
    /** One part has come; what does not wait is whole. */
    come: (id: string, exchange?: RecordedExchange): void => {
      const one = waiting.get(id);
      if (one === undefined) {
        if (exchange !== undefined) add(exchange);
        return;
      }
      one.exchange ??= exchange;
      one.left -= 1;
      if (one.left === 0) release(id, one);
    },
  };
}

/** Opens a recorder: nothing is copied before somebody reads. */
export function createRecorder({ privacy, clock, most }: RecorderOptions): Recorder {
  const { isRunning, add, read } = createRecordingBuffer(clock);
  const waiting = createWaiting(add);
  let underWay = 0;

  const scrubbed = (exchange: unknown, { route }: ShadowedRequest): RecordedExchange | undefined => {
    const fit = recordedExchange.safeParse(exchange);
    return fit.success ? scrub(fit.data, route.operation.v1.template, privacy) : undefined;
  };
  const record = async (request: ShadowedRequest, copied: Copied): Promise<RecordedExchange | undefined> => {
    const answer = await answerOfV1(copied, most);
    if (!answer.ok) return undefined;
    const { id, caller, method, target } = request;
    const sent =
      copied.sent === undefined || copied.sent.length === 0 ? {} : { sent: copied.sent.toString() };
    return scrubbed({ id, at: clock.now(), caller, method, target, ...sent, ...answer.value }, request);
  };

  return {
    onV1: (request, compared) => {
      if (!isRunning() || underWay >= MOST_UNDER_WAY || request.method === 'HEAD') return undefined;
      const { id } = request;
      if (compared) waiting.begin(id);
      return copyPass({ most, withRequest: request.method !== 'GET' }, (copied) => {
        if (copied === undefined) {
          waiting.come(id);
          return;
        }
        underWay += 1;
        void record(request, copied)
          .then((exchange) => waiting.come(id, exchange))
          .finally(() => (underWay -= 1));
      });
    },
    paired: (request, { at, v1, raw }) => {
      const { id, caller, method, target } = request;
      if (!isRunning()) return;
      const exchange = scrubbed({ id, at, caller, method, target, ...v1, v2: raw }, request);
      const one = waiting.of(id);
      if (one !== undefined) one.exchange = exchange ?? one.exchange;
      else if (exchange !== undefined) add(exchange);
    },
    settled: ({ id }) => {
      if (waiting.of(id) !== undefined) waiting.come(id);
    },
    read,
  };
}

const bothCopies = (one: PassCopy, other: PassCopy): PassCopy => ({
  requested: (request) => {
    one.requested(request);
    other.requested(request);
  },
  answered: (answer, before) => {
    one.answered(answer, before);
    other.answered(answer, before);
  },
  ended: (whole) => {
    one.ended(whole);
    other.ended(whole);
  },
});

/** Joins the comparison and the recorder, which is told of what the other is about to compare. */
export function bothObservers(
  comparison: ShadowObserver | undefined,
  recorder: Pick<Recorder, 'onV1'>,
): ShadowObserver {
  return {
    onV1: (request) => {
      const one = comparison?.onV1(request);
      const two = recorder.onV1(request, one !== undefined);
      return one === undefined || two === undefined ? (one ?? two) : bothCopies(one, two);
    },
    onV2: (request) => comparison?.onV2(request),
  };
}
