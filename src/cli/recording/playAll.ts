import type { Book } from '../../comparison/book';
import type { RecordedExchange } from '../../comparison/recordedExchange';
import { delay } from '../../http/shadow/delay';
import { systemClock as clock } from '../systemClock';
import type { PairKeeper } from './keepPairs';
import type { ReplayPlace } from './openReplayPlace';
import { type PlayParts, playExchange } from './playExchange';

/** How exchanges are played, one after the other. */
export interface PlayAllParts {
  readonly parts: PlayParts;
  readonly place: ReplayPlace;
  readonly book: Pick<Book, 'add'>;
  /** Requests a second. */
  readonly rate: number;
  readonly show: (done: number, total: number) => void;
  readonly pairs: Pick<PairKeeper, 'begin' | 'keep'>;
}

const SECOND = 1_000;

/** How it went: to the end, until a signal came, or until v2 refused the key. */
export type Ending = 'played' | 'stopped' | 'refused';

/** Plays what is not behind the place yet. */
export async function playAll(
  exchanges: readonly RecordedExchange[],
  { parts, place, book, rate, show, pairs }: PlayAllParts,
): Promise<Ending> {
  const isStopped = (): boolean => parts.signal.aborted;
  for (const [at, exchange] of exchanges.entries()) {
    if (isStopped()) return 'stopped';
    if (!place.isDone(exchange.id)) {
      const began = clock.steady();
      pairs.begin(exchange);
      const observed = await playExchange(exchange, parts);
      // What a signal has cut short says nothing about v2.
      if (isStopped()) return 'stopped';
      if (observed === 'refused') return observed;
      pairs.keep(exchange, parts.privacy);
      if (observed !== undefined) {
        book.add(observed);
        place.note(observed);
      }
      const left = SECOND / rate - (clock.steady() - began);
      if (left > 0) await delay(left, clock, parts.signal);
    }
    show(at + 1, exchanges.length);
  }
  return 'played';
}
