import type { Privacy } from '../../comparison/createPrivacy';
import type { Pair } from '../../comparison/pair';
import { recordedExchange, type RecordedExchange } from '../../comparison/recordedExchange';
import { scrub } from '../../comparison/scrub';
import type { Clock } from '../../gateway/clock';
import { answerOfV1 } from './answerOfV1';
import type { BesideRequest } from './beside';
import type { Copy } from './copy';
import { type Copied, copyPass } from './copyPass';
import { createTape, type Tape } from './createTape';

/** Records what v1 answers, each exchange once, as long as somebody reads it. */
export interface Recorder extends Pick<Tape, 'read'> {
  /** Told that v1 is about to be asked; `compared`: the exchange is whole only once it is settled. */
  readonly onV1: (request: BesideRequest, compared: boolean) => Copy | undefined;
  /** Told of a read that was compared: its recording then says what v2 answered, too. */
  readonly paired: (request: BesideRequest, pair: Pair) => void;
  /** Told that a request was compared, or will not be. */
  readonly settled: (request: BesideRequest) => void;
}

export interface RecorderOptions {
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
  const { isRunning, add, read } = createTape(clock);
  const waiting = createWaiting(add);
  let underWay = 0;

  const scrubbed = (exchange: unknown, { route }: BesideRequest): RecordedExchange | undefined => {
    const fit = recordedExchange.safeParse(exchange);
    return fit.success ? scrub(fit.data, route.operation.v1.template, privacy) : undefined;
  };
  const record = async (request: BesideRequest, copied: Copied): Promise<RecordedExchange | undefined> => {
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
