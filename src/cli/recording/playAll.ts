import type { Book } from '../../comparison/book';
import type { RecordedExchange } from '../../comparison/recordedExchange';
import { delay } from '../../http/shadow/delay';
import { systemClock as clock } from '../systemClock';
import type { PairKeeper } from './keepPairs';
import type { ReplayKeys } from './replayKeys';
import type { ReplayPlace } from './openReplayPlace';
import { type PlayParts, playExchange } from './playExchange';

/** How exchanges are played, one after the other. */
export interface PlayAllParts {
  readonly parts: Omit<PlayParts, 'authorization'>;
  readonly keys: Pick<ReplayKeys, 'of'>;
  readonly place: ReplayPlace;
  readonly book: Pick<Book, 'add'>;
  /** Requests a second. */
  readonly rate: number;
  readonly show: (done: number, total: number) => void;
  readonly pairs: Pick<PairKeeper, 'begin' | 'keep'>;
}

const SECOND = 1_000;

/** How it went: whether a signal has ended it, and what could not be played, by caller: it says nothing about v2. */
export interface Ending {
  readonly stopped: boolean;
  readonly withoutKey: ReadonlyMap<string, number>;
  /** Of those whose key v2 does not take. */
  readonly refused: ReadonlyMap<string, number>;
}

/** Of whom an exchange is that does not say it. */
const UNKNOWN = '(unknown)';

const countOne = (counts: Map<string, number>, { caller = UNKNOWN }: RecordedExchange): void => {
  counts.set(caller, (counts.get(caller) ?? 0) + 1);
};

/** Plays what is not behind the place yet, each exchange with the key of whoever it is of. */
export async function playAll(
  exchanges: readonly RecordedExchange[],
  { parts, keys, place, book, rate, show, pairs }: PlayAllParts,
): Promise<Ending> {
  const isStopped = (): boolean => parts.signal.aborted;
  const [withoutKey, refused] = [new Map<string, number>(), new Map<string, number>()];
  const ending = (stopped: boolean): Ending => ({ stopped, withoutKey, refused });
  /** Plays one; what v2 refuses for its key it would refuse again. */
  const playOne = async (exchange: RecordedExchange): Promise<void> => {
    const key = keys.of(exchange);
    if (key === undefined || refused.has(exchange.caller ?? UNKNOWN)) {
      countOne(key === undefined ? withoutKey : refused, exchange);
      return;
    }
    const began = clock.steady();
    pairs.begin(exchange);
    const observed = await playExchange(exchange, { ...parts, authorization: key.authorization });
    // What a signal has cut short says nothing about v2.
    if (isStopped()) return;
    if (observed === 'refused') countOne(refused, exchange);
    else {
      pairs.keep(exchange, parts.privacy);
      if (observed !== undefined) {
        book.add(observed);
        place.note(observed);
      }
    }
    const left = SECOND / rate - (clock.steady() - began);
    if (left > 0) await delay(left, clock, parts.signal);
  };
  for (const [at, exchange] of exchanges.entries()) {
    if (!isStopped() && !place.isDone(exchange.id)) await playOne(exchange);
    if (isStopped()) return ending(true);
    show(at + 1, exchanges.length);
  }
  return ending(false);
}
