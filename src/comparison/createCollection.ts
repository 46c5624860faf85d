import type { Book, Verdict } from './book';
import type { ComparisonReport } from './comparisonReport';
import type { ComparisonStore } from './comparisonStore';
import type { Accounts } from './createAccounts';
import type { Privacy } from './createPrivacy';
import type { Difference } from './difference';
import { type ComparedControl, type Found, keep } from './keep';
import type { Observed } from './observed';
import type { Pair } from './pair';
import type { Sample } from './sample';
import { sampleOf } from './sampleOf';
import { withAccounts } from './withAccounts';

/** What is collected with. */
export interface CollectionParts {
  readonly privacy: Privacy;
  readonly accounts: Pick<Accounts, 'of' | 'ended'>;
  readonly store: ComparisonStore;
  /** An empty book for an epoch. */
  readonly openBook: (epoch: string) => Book;
  /** Told of every observation, and what the book makes of it. */
  readonly told: (observed: Observed, verdict: Verdict) => void;
  readonly now: () => number;
}

/** The evidence of the comparison: what is seen goes in, reports come out, and what may be kept is kept. */
export interface Collection {
  /** Takes in what another process has seen and may be kept. */
  readonly take: (observed: Observed, sample: () => Sample | undefined) => void;
  readonly seen: (pair: Pair, compared: Found, control: ComparedControl | undefined) => void;
  readonly wantsControl: (operation: string, differences: readonly Difference[]) => boolean;
  readonly report: () => ComparisonReport;
  readonly sample: (id: string) => Promise<Sample | undefined>;
  /** Keeps what has come together; what cannot be kept is tried again with the next. Rejects when the store fails. */
  readonly flush: () => Promise<void>;
  /**
   * Begins evidence of another epoch at once, then goes on with what is kept of it. Rejects when the store fails; then
   * every `flush` tries again.
   */
  readonly adopt: (epoch: string) => Promise<void>;
}

/** Observations and samples that wait for a store that fails; beyond them the oldest are let go. */
const MOST_WAITING = 5_000;
const MOST_WAITING_SAMPLES = 200;

/** Adds to what waits; the oldest makes room. */
function addWaiting<Item>(waiting: Set<Item>, item: Item, most: number): void {
  waiting.add(item);
  const [oldest] = waiting;
  if (waiting.size > most && oldest !== undefined) waiting.delete(oldest);
}

/** Opens the collection on what its store holds of an epoch. Rejects when the store fails. */
export async function createCollection(parts: CollectionParts, epoch: string): Promise<Collection> {
  const { privacy, accounts, store, openBook, told, now } = parts;
  const open = async (next: string): Promise<{ readonly epoch: string; readonly book: Book }> => {
    const book = openBook(next);
    for (const observed of await store.observed(next)) book.add(observed);
    return { epoch: next, book };
  };
  let current = await open(epoch);
  let isWhole = true;
  const waiting = new Set<Observed>();
  const samples = new Set<Sample>();

  const complete = async (): Promise<void> => {
    if (isWhole) return;
    const begun = current;
    const whole = await open(begun.epoch);
    if (current !== begun) return;
    for (const observed of waiting) whole.book.add(observed);
    [current, isWhole] = [whole, true];
  };
  const take: Collection['take'] = (observed, sample) => {
    const verdict = current.book.add(observed);
    told(observed, verdict);
    addWaiting(waiting, observed, MOST_WAITING);
    const shown = verdict.counts && observed.differences.length > 0 ? sample() : undefined;
    if (shown !== undefined) addWaiting(samples, shown, MOST_WAITING_SAMPLES);
  };
  return {
    take,
    seen: (pair, compared, control) =>
      take(keep(pair, compared, control, { privacy, epoch: current.epoch }), () => sampleOf(pair, privacy)),
    wantsControl: (operation, differences) => current.book.wantsControl(operation, differences),
    report: () => withAccounts(current.book.report(now()), accounts),
    sample: async (id) => [...samples].find((one) => one.id === id) ?? (await store.sample(id)),
    flush: async () => {
      const batch = { observed: [...waiting], samples: [...samples], ended: accounts.ended() };
      await store.save(batch, now());
      for (const one of batch.observed) waiting.delete(one);
      for (const one of batch.samples) samples.delete(one);
      await complete();
    },
    adopt: async (next) => {
      if (next !== current.epoch) [current, isWhole] = [{ epoch: next, book: openBook(next) }, false];
      await complete();
    },
  };
}
