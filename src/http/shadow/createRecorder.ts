import type { Privacy } from '../../comparison/createPrivacy';
import type { Pair } from '../../comparison/pair';
import { recordedExchange } from '../../comparison/recordedExchange';
import { scrub } from '../../comparison/scrub';
import type { Clock } from '../../gateway/clock';
import { answerOfV1 } from './answerOfV1';
import type { Beside, BesideRequest } from './beside';
import { type Copied, copyPass } from './copyPass';
import { createTape, type Tape } from './createTape';

/** Records what v1 answers, as long as somebody reads it. */
export interface Recorder extends Pick<Beside, 'onV1'>, Pick<Tape, 'read'> {
  /** Told of a read that was compared: its recording then says what v2 answered, too. */
  readonly paired: (request: BesideRequest, pair: Pair) => void;
}

export interface RecorderOptions {
  readonly privacy: Privacy;
  readonly clock: Clock;
  /** Longest body that is recorded, bytes. */
  readonly most: number;
}

/** Answers that are being unpacked at a time. */
const MOST_UNDER_WAY = 64;

/** Opens a recorder: nothing is copied before somebody reads. */
export function createRecorder({ privacy, clock, most }: RecorderOptions): Recorder {
  const { isRunning, add, read } = createTape(clock);
  let underWay = 0;

  const addScrubbed = (exchange: unknown, { route }: BesideRequest): void => {
    const fit = recordedExchange.safeParse(exchange);
    if (fit.success) add(scrub(fit.data, route.operation.v1.template, privacy));
  };
  const record = async (request: BesideRequest, copied: Copied): Promise<void> => {
    const answer = await answerOfV1(copied, most);
    if (!answer.ok) return;
    const { id, method, target } = request;
    const sent =
      copied.sent === undefined || copied.sent.length === 0 ? {} : { sent: copied.sent.toString() };
    addScrubbed({ id, at: clock.now(), method, target, ...sent, ...answer.value }, request);
  };

  return {
    onV1: (request) => {
      if (!isRunning() || underWay >= MOST_UNDER_WAY || request.method === 'HEAD') return undefined;
      const withRequest = request.method !== 'GET';
      return copyPass({ most, withRequest }, (copied) => {
        if (copied === undefined) return;
        underWay += 1;
        void record(request, copied).finally(() => (underWay -= 1));
      });
    },
    paired: (request, { at, v1, raw }) => {
      const { id, method, target } = request;
      if (isRunning()) addScrubbed({ id, at, method, target, ...v1, v2: raw }, request);
    },
    read,
  };
}
