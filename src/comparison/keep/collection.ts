import { isDeepStrictEqual } from 'node:util';
import type { ComparisonJudge, Resolution, Verdict } from '../judge/judgedEvidence';
import { createWaiting } from '../../contract/journal';
import type { ComparisonStore } from './comparisonStore';
import { type ComparedAnswers, type ComparedControl, keep, type Observed } from './observation';
import type { ComparisonReport, ReportLook } from '../report/comparisonReport';
import { type Accounts, withAccounts } from './comparisonAccounts';
import type { Privacy } from './privacy';
import type { Difference } from '../compare/difference';
import type { Pair } from '../compare/answerPair';
import { type Sample, sampleOf } from './keptSample';

/** Epoch of each resource: a hash of mapping, agreed differences and version. */
export type Epochs = ReadonlyMap<string, string>;

/** An observation and its judgement. */
export interface Counted {
  readonly observed: Observed;
  readonly verdict: Verdict;
}

/** Evidence of some epochs: of the window, and of all kept observations. */
interface Evidence {
  readonly epochs: Epochs;
  readonly judge: ComparisonJudge;
  readonly everything: ComparisonJudge;
  /** Time of the first request, clock ms; undefined without any. */
  first: number | undefined;
  /** Start of the window when the evidence was made, clock ms. */
  readonly begin: number;
}

/** Parts of createEvidenceLoader. */
interface EvidenceLoaderParts {
  readonly store: Pick<ComparisonStore, 'observed'>;
  /** Makes an empty judge for the present epochs, with the resolutions so far. */
  readonly openJudge: (epochs: Epochs) => ComparisonJudge;
  /** Length of the window, ms. */
  readonly window: number;
  readonly now: () => number;
}

/** Loads kept observations into evidence while further ones arrive. */
interface EvidenceLoader {
  readonly empty: (epochs: Epochs) => Evidence;
  readonly add: (to: Evidence, observed: Observed) => Verdict;
  /** Counts kept and waiting observations, and those that arrive meanwhile. Rejects when the store fails. */
  readonly fill: (evidence: Evidence, waiting: Iterable<Observed>) => Promise<readonly Counted[]>;
  /** Adds an observation to all evidence that is being filled. */
  readonly seen: (observed: Observed) => void;
}

/** Observations that are counted at a time: requests are served in between. */
const SLICE = 200;

const letRequestsIn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Makes an evidence loader. */
function createEvidenceLoader({ store, openJudge, now, window }: EvidenceLoaderParts): EvidenceLoader {
  const fillings = new Set<Observed[]>();
  const add: EvidenceLoader['add'] = (to, observed) => {
    to.first = Math.min(to.first ?? Infinity, observed.at);
    const verdict = to.everything.add(observed);
    return observed.at < to.begin ? verdict : to.judge.add(observed);
  };
  return {
    empty: (epochs) => ({
      ...{ epochs, judge: openJudge(epochs), everything: openJudge(epochs) },
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
          if (index % SLICE === SLICE - 1) await letRequestsIn();
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

/** Parts of createCollection. */
interface CollectionParts extends EvidenceLoaderParts {
  readonly privacy: Privacy;
  readonly accounts: Pick<Accounts, 'of' | 'ended'>;
  readonly store: ComparisonStore;
  /** Called for every observation, with its judgement. */
  readonly onObserved: (observed: Observed, verdict: Verdict) => void;
  /** Called with all observations when a resource is counted anew. */
  readonly recounted: (resource: string, all: readonly Counted[]) => void;
  /** Returns the resolutions so far; absent when there are never any. */
  readonly resolutions?: () => readonly Resolution[];
  readonly now: () => number;
}

/** Collects the evidence of the comparison, stores it as far as privacy allows, and makes reports. */
export interface Collection {
  /** Adds an observation that may come from another process. */
  readonly take: (observed: Observed, sample: () => Sample | undefined) => void;
  readonly seen: (pair: Pair, compared: ComparedAnswers, control: ComparedControl | undefined) => void;
  readonly wantsControl: (operation: string, differences: readonly Difference[]) => boolean;
  readonly report: () => ComparisonReport;
  /** Rejects when the store fails. */
  readonly reportOf: (look: ReportLook) => Promise<ComparisonReport>;
  /** Counts a resource anew after a resolution. Rejects when the store fails; then `flush` tries again. */
  readonly reopen: (resource: string) => Promise<void>;
  readonly sample: (id: string) => Promise<Sample | undefined>;
  /** Stores the waiting observations; those that cannot be stored wait for the next call. Rejects when the store fails. */
  readonly flush: () => Promise<void>;
  /**
   * Switches to new epochs: begins anew at once if one has changed, then loads the kept evidence of each.
   * Rejects when the store fails; then every `flush` tries again.
   */
  readonly adopt: (epochs: Epochs) => Promise<void>;
}

/** Most observations and samples that wait for a store that fails; beyond them the oldest are dropped. */
const MOST_WAITING = 5_000;
const MOST_WAITING_SAMPLES = 200;

/** Step (ms) by which the window moves. */
const WINDOW_STEP = 3_600_000;

/** True when the window has moved by a step and evidence lies before its new start. */
const isBehind = ({ begin, first = Infinity }: Evidence, now: number): boolean =>
  now - begin >= WINDOW_STEP && first < now;

function reportOn(
  { judge, everything, first, begin }: Evidence,
  { accounts, now }: Pick<CollectionParts, 'accounts' | 'now'>,
  budget?: number,
): ComparisonReport {
  const { compared, differing } = everything.report(now(), budget);
  const since = first === undefined ? {} : { since: new Date(first).toISOString() };
  return {
    ...withAccounts(judge.report(now(), budget), accounts),
    ...{ since: new Date(begin).toISOString(), allTime: { ...since, compared, differing } },
  };
}

/** Makes a collection and loads the kept observations of its store. Rejects when the store fails. */
export async function createCollection(parts: CollectionParts, epochs: Epochs): Promise<Collection> {
  const { privacy, accounts, store, onObserved, now, window, recounted } = parts;
  const { empty, add, fill, seen } = createEvidenceLoader(parts);
  const waiting = createWaiting<Observed>({ most: MOST_WAITING });
  const samples = createWaiting<Sample>({ most: MOST_WAITING_SAMPLES });
  let current = empty(epochs);
  await fill(current, waiting.all());
  let isWhole = true;
  /** Resources with a resolution that are not counted anew yet. */
  const unsettled = new Set<string>();

  const complete = async (): Promise<void> => {
    if (isWhole) return;
    const [begun, whole] = [current, empty(current.epochs)];
    const counted = await fill(whole, waiting.all());
    if (current !== begun) return;
    [current, isWhole] = [whole, true];
    for (const resource of unsettled) recounted(resource, counted);
    unsettled.clear();
  };
  const take: Collection['take'] = (observed, sample) => {
    const verdict = add(current, observed);
    seen(observed);
    onObserved(observed, verdict);
    if (observed.again !== true) waiting.add(observed);
    const shown = verdict.counts && observed.differences.length > 0 && sample();
    if (shown) samples.add(shown);
  };
  return {
    take,
    seen: (pair, compared, control) => {
      const epoch = current.epochs.get(pair.resource) ?? '';
      take(keep(pair, compared, control, { privacy, epoch }), () => sampleOf(pair, privacy));
    },
    wantsControl: (operation, differences) => current.judge.wantsControl(operation, differences),
    report: () => reportOn(current, parts),
    reportOf: async ({ since, budget }) => {
      if (since === undefined) return reportOn(current, parts, budget);
      const look = { ...empty(current.epochs), begin: since };
      await fill(look, waiting.all());
      return reportOn(look, parts, budget);
    },
    reopen: async (resource) => {
      unsettled.add(resource);
      isWhole = false;
      await complete();
    },
    sample: async (id) => samples.all().find((one) => one.id === id) ?? (await store.sample(id)),
    flush: async () => {
      const batch = { observed: waiting.all(), samples: samples.all(), ended: accounts.ended() };
      await store.save({ ...batch, resolutions: parts.resolutions?.() ?? [] }, now());
      waiting.stored(batch.observed);
      samples.stored(batch.samples);
      if (isBehind(current, now() - window)) isWhole = false;
      await complete();
    },
    adopt: async (next) => {
      if (!isDeepStrictEqual(next, current.epochs)) [current, isWhole] = [empty(next), false];
      await complete();
    },
  };
}
