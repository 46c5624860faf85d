import { isDeepStrictEqual } from 'node:util';
import type { Resolution, Verdict } from './book';
import type { ComparisonReport, ReportLook } from './comparisonReport';
import type { ComparisonStore } from './comparisonStore';
import type { Accounts } from './createAccounts';
import type { Privacy } from './createPrivacy';
import { type Counted, createFilling, type Epochs, type Evidence, type FillingParts } from './createFilling';
import type { Difference } from './difference';
import { type ComparedControl, type Found, keep } from './keep';
import type { Observed } from './observed';
import type { Pair } from './pair';
import type { Sample } from './sample';
import { sampleOf } from './sampleOf';
import { withAccounts } from './withAccounts';

/** What is collected with. */
export interface CollectionParts extends FillingParts {
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
  readonly seen: (pair: Pair, compared: Found, control: ComparedControl | undefined) => void;
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
const STEP = 3_600_000;

/** True where the window, which begins at an instant now, has moved on and something is left behind it. */
const isBehind = ({ begin, first = Infinity }: Evidence, now: number): boolean =>
  now - begin >= STEP && first < now;

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
  const { empty, add, fill, seen } = createFilling(parts);
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
