import { isDeepStrictEqual } from 'node:util';
import type { ComparisonJudge, Resolution, Verdict } from '../judge/judgedEvidence';
import type { ComparisonStore } from './comparisonStore';
import { type ComparedAnswers, type ComparedControl, keep, type Observed } from './observed';
import type { ComparisonReport, ReportLook } from '../report/comparisonReport';
import { type Accounts, withAccounts } from './comparisonAccounts';
import type { Privacy } from './privacy';
import type { Difference } from '../compare/difference';
import type { Pair } from '../compare/answerPair';
import { type Sample, sampleOf } from './keptSample';

/** What the evidence of each resource is collected with: names of mapping, agreed differences and version. */
export type Epochs = ReadonlyMap<string, string>;

/** An observation, and what the book makes of it. */
export interface Counted {
  readonly observed: Observed;
  readonly verdict: Verdict;
}

/** Evidence of some epochs: what the window shows, and everything that is kept. */
interface Evidence {
  readonly epochs: Epochs;
  readonly book: ComparisonJudge;
  readonly everything: ComparisonJudge;
  /** When the first of it was served, clock ms; undefined while there is nothing. */
  first: number | undefined;
  /** The first instant of the window when it was opened. */
  readonly begin: number;
}

/** What evidence is filled from. */
interface EvidenceLoaderParts {
  readonly store: Pick<ComparisonStore, 'observed'>;
  /** An empty book for what is collected with each resource now; it knows what was called mended so far. */
  readonly openBook: (epochs: Epochs) => ComparisonJudge;
  /** How far the verdict looks back, ms. */
  readonly window: number;
  readonly now: () => number;
}

/** Fills evidence with what is kept while more is being seen. */
interface EvidenceLoader {
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
function createEvidenceLoader({ store, openBook, now, window }: EvidenceLoaderParts): EvidenceLoader {
  const fillings = new Set<Observed[]>();
  const add: EvidenceLoader['add'] = (to, observed) => {
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

/** What is collected with. */
interface CollectionParts extends EvidenceLoaderParts {
  readonly privacy: Privacy;
  readonly accounts: Pick<Accounts, 'of' | 'ended'>;
  readonly store: ComparisonStore;
  /** Told of every observation, and what the book makes of it. */
  readonly told: (observed: Observed, verdict: Verdict) => void;
  /** Told of everything when a resource is counted anew. */
  readonly recounted: (resource: string, all: readonly Counted[]) => void;
  /** What was called mended so far; absent: nothing ever is. */
  readonly resolutions?: () => readonly Resolution[];
  readonly now: () => number;
}

/** The evidence of the comparison: what is seen goes in, reports come out, and what may be kept is kept. */
export interface Collection {
  /** Takes in what another process has seen and may be kept. */
  readonly take: (observed: Observed, sample: () => Sample | undefined) => void;
  readonly seen: (pair: Pair, compared: ComparedAnswers, control: ComparedControl | undefined) => void;
  readonly wantsControl: (operation: string, differences: readonly Difference[]) => boolean;
  readonly report: () => ComparisonReport;
  /** Rejects when the store fails. */
  readonly reportOf: (look: ReportLook) => Promise<ComparisonReport>;
  /** Counts a resource anew: something of it was called mended. Rejects when the store fails; then `flush` tries again. */
  readonly reopen: (resource: string) => Promise<void>;
  readonly sample: (id: string) => Promise<Sample | undefined>;
  /** Keeps what has come together; what cannot be kept is tried again with the next. Rejects when the store fails. */
  readonly flush: () => Promise<void>;
  /**
   * Begins anew at once where a resource is collected with something else, then goes on with what is kept of each.
   * Rejects when the store fails; then every `flush` tries again.
   */
  readonly adopt: (epochs: Epochs) => Promise<void>;
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

/** The window moves on when so much has left it, ms. */
const WINDOW_STEP = 3_600_000;

/** True where the window, which begins at an instant now, has moved on and something is left behind it. */
const isBehind = ({ begin, first = Infinity }: Evidence, now: number): boolean =>
  now - begin >= WINDOW_STEP && first < now;

function reportOn(
  { book, everything, first, begin }: Evidence,
  { accounts, now }: Pick<CollectionParts, 'accounts' | 'now'>,
  budget?: number,
): ComparisonReport {
  const { compared, differing } = everything.report(now(), budget);
  const since = first === undefined ? {} : { since: new Date(first).toISOString() };
  return {
    ...withAccounts(book.report(now(), budget), accounts),
    ...{ since: new Date(begin).toISOString(), allTime: { ...since, compared, differing } },
  };
}

/** Opens the collection on what its store holds. Rejects when the store fails. */
export async function createCollection(parts: CollectionParts, epochs: Epochs): Promise<Collection> {
  const { privacy, accounts, store, told, now, window, recounted } = parts;
  const { empty, add, fill, seen } = createEvidenceLoader(parts);
  const waiting = new Set<Observed>();
  const samples = new Set<Sample>();
  let current = empty(epochs);
  await fill(current, waiting);
  let isWhole = true;
  /** Resources of which something was called mended, and not everything has been counted anew yet. */
  const unsettled = new Set<string>();

  const complete = async (): Promise<void> => {
    if (isWhole) return;
    const [begun, whole] = [current, empty(current.epochs)];
    const counted = await fill(whole, waiting);
    if (current !== begun) return;
    [current, isWhole] = [whole, true];
    for (const resource of unsettled) recounted(resource, counted);
    unsettled.clear();
  };
  const take: Collection['take'] = (observed, sample) => {
    const verdict = add(current, observed);
    seen(observed);
    told(observed, verdict);
    addWaiting(waiting, observed, MOST_WAITING);
    const shown = verdict.counts && observed.differences.length > 0 && sample();
    if (shown) addWaiting(samples, shown, MOST_WAITING_SAMPLES);
  };
  return {
    take,
    seen: (pair, compared, control) => {
      const epoch = current.epochs.get(pair.resource) ?? '';
      take(keep(pair, compared, control, { privacy, epoch }), () => sampleOf(pair, privacy));
    },
    wantsControl: (operation, differences) => current.book.wantsControl(operation, differences),
    report: () => reportOn(current, parts),
    reportOf: async ({ since, budget }) => {
      if (since === undefined) return reportOn(current, parts, budget);
      const look = { ...empty(current.epochs), begin: since };
      await fill(look, waiting);
      return reportOn(look, parts, budget);
    },
    reopen: async (resource) => {
      unsettled.add(resource);
      isWhole = false;
      await complete();
    },
    sample: async (id) => [...samples].find((one) => one.id === id) ?? (await store.sample(id)),
    flush: async () => {
      const batch = { observed: [...waiting], samples: [...samples], ended: accounts.ended() };
      await store.save({ ...batch, resolutions: parts.resolutions?.() ?? [] }, now());
      for (const one of batch.observed) waiting.delete(one);
      for (const one of batch.samples) samples.delete(one);
      if (isBehind(current, now() - window)) isWhole = false;
      await complete();
    },
    adopt: async (next) => {
      if (!isDeepStrictEqual(next, current.epochs)) [current, isWhole] = [empty(next), false];
      await complete();
    },
  };
}
