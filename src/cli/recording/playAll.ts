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

/** Plays what is not behind the place yet; false when a signal came before the end. */
export async function playAll(
  exchanges: readonly RecordedExchange[],
  { parts, place, book, rate, show, pairs }: PlayAllParts,
): Promise<boolean> {
  const isStopped = (): boolean => parts.signal.aborted;
  for (const [at, exchange] of exchanges.entries()) {
    if (isStopped()) return false;
    if (!place.isDone(exchange.id)) {
      const began = clock.steady();
      pairs.begin(exchange);
      const observed = await playExchange(exchange, parts);
      // What a signal has cut short says nothing about v2.
      if (isStopped()) return false;
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
  return true;
}
