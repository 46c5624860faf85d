import type { Privacy } from '../../comparison/createPrivacy';
import { recordedExchange, type RecordedExchange } from '../../comparison/recordedExchange';
import { scrub } from '../../comparison/scrub';
import type { Clock } from '../../gateway/clock';
import { answerOfV1 } from './answerOfV1';
import type { Beside, BesideRequest } from './beside';
import { type Copied, copyPass } from './copyPass';

/** What was recorded since the last reading. */
export interface Recorded {
  readonly exchanges: readonly RecordedExchange[];
  /** Where to go on. */
  readonly next: number;
  /** Exchanges since the reading before that nobody can read any more: there were too many. */
  readonly lost: number;
}

/** Records what v1 answers, as long as somebody reads it. */
export interface Recorder extends Pick<Beside, 'onV1'> {
  /** Reads on from a place, 0 at first, and has recording go on for a while. */
  readonly read: (after: number) => Recorded;
}

export interface RecorderOptions {
  readonly privacy: Privacy;
  readonly clock: Clock;
  /** Longest body that is recorded, bytes. */
  readonly most: number;
}

/** Recording ends so long (ms) after the last reading. */
const LEASE = 30_000;
const MOST_EXCHANGES = 1_000;
const MOST_BYTES = 32 * 1024 * 1024;
/** Answers that are being unpacked at a time. */
const MOST_UNDER_WAY = 64;

const sizeOf = ({ body, sent = '', target }: RecordedExchange): number =>
  body.length + sent.length + target.length;

/** Opens a recorder: nothing is copied before somebody reads, and everything is forgotten when nobody reads any more. */
export function createRecorder({ privacy, clock, most }: RecorderOptions): Recorder {
  let kept: RecordedExchange[] = [];
  let first = 1;
  let bytes = 0;
  let until = -Infinity;
  let underWay = 0;

  const letGo = (): void => {
    const gone = kept.shift();
    if (gone === undefined) return;
    first += 1;
    bytes -= sizeOf(gone);
  };
  const add = (exchange: RecordedExchange): void => {
    kept.push(exchange);
    bytes += sizeOf(exchange);
    while (kept.length > MOST_EXCHANGES || bytes > MOST_BYTES) letGo();
  };
  const record = async ({ id, method, target, route }: BesideRequest, copied: Copied): Promise<void> => {
    const answer = await answerOfV1(copied, most);
    if (!answer.ok) return;
    const sent =
      copied.sent === undefined || copied.sent.length === 0 ? {} : { sent: copied.sent.toString() };
    const exchange = { id, at: clock.now(), method, target, ...sent, ...answer.value };
    const fit = recordedExchange.safeParse(exchange);
    if (fit.success) add(scrub(fit.data, route.operation.v1.template, privacy));
  };

  return {
    onV1: (request) => {
      if (clock.steady() >= until || underWay >= MOST_UNDER_WAY || request.method === 'HEAD')
        return undefined;
      const withRequest = request.method !== 'GET';
      return copyPass({ most, withRequest }, (copied) => {
        if (copied === undefined) return;
        underWay += 1;
        void record(request, copied).finally(() => (underWay -= 1));
      });
    },
    read: (after) => {
      if (clock.steady() >= until) {
        first += kept.length;
        [kept, bytes] = [[], 0];
      }
      until = clock.steady() + LEASE;
      const from = after === 0 ? first : after;
      const lost = Math.max(0, first - from);
      const exchanges = kept.slice(Math.max(0, from - first));
      return { exchanges, next: first + kept.length, lost };
    },
  };
}
