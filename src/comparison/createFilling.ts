import type { Book, Verdict } from './book';
import type { ComparisonStore } from './comparisonStore';
import type { Observed } from './observed';

/** What the evidence of each resource is collected with: names of mapping, agreed differences and version. */
export type Epochs = ReadonlyMap<string, string>;

/** An observation, and what the book makes of it. */
export interface Counted {
  readonly observed: Observed;
  readonly verdict: Verdict;
}

/** Evidence of some epochs: what the window shows, and everything that is kept. */
export interface Evidence {
  readonly epochs: Epochs;
  readonly book: Book;
  readonly everything: Book;
  /** When the first of it was served, clock ms; undefined while there is nothing. */
  first: number | undefined;
  /** The first instant of the window when it was opened. */
  readonly begin: number;
}

/** What evidence is filled from. */
export interface FillingParts {
  readonly store: Pick<ComparisonStore, 'observed'>;
  /** An empty book for what is collected with each resource now; it knows what was called mended so far. */
  readonly openBook: (epochs: Epochs) => Book;
  /** How far the verdict looks back, ms. */
  readonly window: number;
  readonly now: () => number;
}

/** Fills evidence with what is kept while more is being seen. */
export interface Filling {
  readonly empty: (epochs: Epochs) => Evidence;
  readonly add: (to: Evidence, observed: Observed) => Verdict;
  /** Counts what is kept, what waits to be, and what is seen until that is done. Rejects when the store fails. */
  readonly fill: (evidence: Evidence, waiting: Iterable<Observed>) => Promise<readonly Counted[]>;
  /** Has everything that is being filled take in what is seen. */
  readonly seen: (observed: Observed) => void;
}

/** Observations that are counted at a time: whoever waits for an answer is served in between. */
const SLICE = 200;

const breath = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Opens it; nothing is being filled yet. */
export function createFilling({ store, openBook, now, window }: FillingParts): Filling {
  const fillings = new Set<Observed[]>();
  const add: Filling['add'] = (to, observed) => {
    to.first = Math.min(to.first ?? Infinity, observed.at);
    const verdict = to.everything.add(observed);
    return observed.at < to.begin ? verdict : to.book.add(observed);
  };
  return {
    empty: (epochs) => ({
      ...{ epochs, book: openBook(epochs), everything: openBook(epochs) },
      ...{ first: undefined, begin: now() - window },
    }),
    add,
    fill: async (evidence, waiting) => {
      const seen = [...waiting];
      const counted: Counted[] = [];
      const count = (observed: Observed) => counted.push({ observed, verdict: add(evidence, observed) });
      fillings.add(seen);
      try {
        const stored = await store.observed([...evidence.epochs.values()]);
        for (const [index, observed] of stored.entries()) {
          if (index % SLICE === SLICE - 1) await breath();
          count(observed);
        }
      } finally {
        fillings.delete(seen);
      }
      const known = new Set(counted.map(({ observed }) => observed.id));
      for (const observed of seen) if (!known.has(observed.id)) count(observed);
      return counted;
    },
    seen: (observed) => {
      for (const filling of fillings) filling.push(observed);
    },
  };
}
