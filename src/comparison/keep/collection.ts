import { isDeepStrictEqual } from 'node:util';
import { setImmediate as letRequestsIn } from 'node:timers/promises';
import { HOUR_MS } from '../../contract/clock';
import { definedMembers } from '../../contract/result';
import type { ComparisonJudge } from '../judge/comparisonJudge';
import type { Verdict } from '../judge/judgedEvidence';
import { createWaitingEntries } from '../../contract/journal';
import { Recent } from '../../contract/recent';
import type { ComparisonStore } from './comparisonStore';
import { type ComparedAnswers, type ComparedControl, observationOf, type SeenPair } from './observation';
import type { ComparisonReport, ReportLook } from '../report/comparisonReport';
import { type Accounts, addAccounts } from './comparisonAccounts';
import type { Privacy } from './privacy';
import type { Difference } from '../compare/difference';
import type { Pair } from '../compare/answerPair';
import { type Sample, sampleOf } from './keptSample';

/** Epoch of each resource: a hash of mapping, agreed differences and version. */
export type Epochs = ReadonlyMap<string, string>;

/** An observation and its judgement. */
export interface JudgedObservation {
  readonly observed: SeenPair;
  readonly verdict: Verdict;
}

interface CollectionParts {
  readonly privacy: Privacy;
  readonly accounts: Pick<Accounts, 'accountsByOperation' | 'endedCounts'>;
  readonly store: ComparisonStore;
  /** Makes an empty judge for the present epochs, with the resolutions so far. */
  readonly openJudge: (epochs: Epochs) => ComparisonJudge;
  /** Length of the window, ms. */
  readonly window: number;
  /** Called for every observation, with its judgement. */
  readonly onObserved: (observed: SeenPair, verdict: Verdict) => void;
  /** Called with all observations when a resource is counted again. */
  readonly recounted: (resource: string, all: readonly JudgedObservation[]) => void;
  /** Called for each pair that this process has compared, with its sample if that is kept. */
  readonly taken?: (observed: SeenPair, sample: Sample | undefined) => void;
  /** False while another process stores the observations of all. */
  readonly saves?: () => boolean;
  readonly now: () => number;
}

/** Evidence of some epochs: of the window, and of all kept observations. */
interface EpochEvidence {
  readonly epochs: Epochs;
  readonly judge: ComparisonJudge;
  readonly everything: ComparisonJudge;
  /** Time of the first request, clock ms; Infinity without any. */
  first: number;
  /** Start of the window when the evidence was made, clock ms. */
  readonly begin: number;
}

const newEvidence = (
  epochs: Epochs,
  { openJudge, window, now }: Pick<CollectionParts, 'openJudge' | 'window' | 'now'>,
): EpochEvidence => ({
  epochs,
  judge: openJudge(epochs),
  everything: openJudge(epochs),
  first: Infinity,
  begin: now() - window,
});

function addObserved(evidence: EpochEvidence, observed: SeenPair): Verdict {
  evidence.first = Math.min(evidence.first, observed.at);
  const verdict = evidence.everything.add(observed);
  return observed.at < evidence.begin ? verdict : evidence.judge.add(observed);
}

/** Observations that are counted at a time: requests are served in between. */
const OBSERVATIONS_PER_TURN = 200;

/** Creates what loads kept and waiting observations into evidence while further ones arrive. */
function createLoader(store: Pick<ComparisonStore, 'observed'>, waitingPairs: () => readonly SeenPair[]) {
  const loadings = new Set<SeenPair[]>();
  return {
    /** Adds an observation to all evidence that is being loaded. */
    addArrived: (observed: SeenPair): void => {
      for (const arriving of loadings) arriving.push(observed);
    },
    /** Rejects when the store fails. */
    load: async (evidence: EpochEvidence): Promise<readonly JudgedObservation[]> => {
      const arriving = [...waitingPairs()];
      const countedPairs: JudgedObservation[] = [];
      const countObserved = (observed: SeenPair) =>
        countedPairs.push({ observed, verdict: addObserved(evidence, observed) });
      loadings.add(arriving);
      try {
        const stored = await store.observed([...evidence.epochs.values()]);
        for (const [index, observed] of stored.entries()) {
          if (index % OBSERVATIONS_PER_TURN === OBSERVATIONS_PER_TURN - 1) await letRequestsIn();
          countObserved(observed);
        }
      } finally {
        loadings.delete(arriving);
      }
      const knownIds = new Set(countedPairs.map(({ observed }) => observed.id));
      for (const observed of arriving) if (!knownIds.has(observed.id)) countObserved(observed);
      return countedPairs;
    },
  };
}

const WINDOW_STEP_MS = HOUR_MS;

/** Reports whether the window has moved by a step and evidence lies before its new start. */
const isWindowBehind = ({ begin, first }: EpochEvidence, now: number): boolean =>
  now - begin >= WINDOW_STEP_MS && first < now;

/** Makes the report of the window, with the figures of all kept evidence. */
function reportOfWindow(
  { judge, everything, first, begin }: EpochEvidence,
  { accounts, now }: Pick<CollectionParts, 'accounts' | 'now'>,
  budget?: number,
): ComparisonReport {
  const { compared, differing } = everything.report(now(), budget);
  const since = Number.isFinite(first) ? new Date(first).toISOString() : undefined;
  return {
    ...addAccounts(judge.report(now(), budget), accounts),
    since: new Date(begin).toISOString(),
    allTime: definedMembers({ since, compared, differing }),
  };
}

/** Most observations that are known to be counted. */
const MAX_VERDICTS = 20_000;

/** Most observations and samples that wait for a store that fails; beyond them the oldest are dropped. */
const MAX_WAITING_OBSERVATIONS = 5_000;
const MAX_WAITING_SAMPLES = 200;

/** Creates the observations and samples that wait for the store. */
function createUnstored({ store, accounts, saves, onObserved, now }: CollectionParts) {
  const waitingEntries = createWaitingEntries<SeenPair>({ most: MAX_WAITING_OBSERVATIONS });
  const samples = createWaitingEntries<Sample>({ most: MAX_WAITING_SAMPLES });
  /** Latest verdicts: an observation that a process has stored and lets others know of counts once. */
  const verdicts = new Recent<string, Verdict>(MAX_VERDICTS);
  return {
    waiting: waitingEntries.all,
    findSample: (id: string): Sample | undefined => samples.all().find((sampled) => sampled.id === id),
    /** Counts an observation once by `add`. Returns its verdict, and its sample if that is kept. */
    countOnce: (
      seenPair: SeenPair,
      sample: () => Sample | undefined,
      add: (observed: SeenPair) => Verdict,
    ) => {
      const knownVerdict = verdicts.get(seenPair.id);
      const verdict = knownVerdict ?? add(seenPair);
      onObserved(seenPair, verdict);
      if (knownVerdict !== undefined) return { verdict };
      verdicts.set(seenPair.id, verdict);
      waitingEntries.add(seenPair);
      const shownSample = verdict.counts && seenPair.differences.length > 0 ? sample() : undefined;
      if (shownSample !== undefined) samples.add(shownSample);
      return { verdict, shown: shownSample };
    },
    /** Begins with the counted observations of the store. */
    beginWith: (counted: readonly JudgedObservation[]): void => {
      verdicts.clear();
      for (const { observed, verdict } of counted) verdicts.set(observed.id, verdict);
    },
    /** Stores the waiting observations, unless another process does. Rejects when the store fails. */
    storeWaiting: async (): Promise<void> => {
      const batch = { observed: waitingEntries.all(), samples: samples.all(), ended: accounts.endedCounts() };
      if (saves?.() !== false) await store.save(batch, now());
      waitingEntries.stored(batch.observed);
      samples.stored(batch.samples);
    },
  };
}

/** Collects the evidence of the comparison, stores it as far as privacy allows, and makes reports. */
export type Collection = Awaited<ReturnType<typeof createCollection>>;

/** Creates a collection and loads the kept observations of its store. Rejects when the store fails. */
export async function createCollection(stores: CollectionParts, epochs: Epochs) {
  const { privacy, store, now, window, recounted } = stores;
  const unstored = createUnstored(stores);
  const { load, addArrived } = createLoader(store, unstored.waiting);
  const emptyEvidence = (next: Epochs) => newEvidence(next, stores);
  let [current, hasLoadedStore] = [emptyEvidence(epochs), true];
  const adoptCounted = (counted: readonly JudgedObservation[]): void => {
    unstored.beginWith(counted);
    for (const resource of current.epochs.keys()) recounted(resource, counted);
  };
  adoptCounted(await load(current));
  const loadWhole = async (): Promise<void> => {
    if (hasLoadedStore) return;
    const [currentEvidence, wholeEvidence] = [current, emptyEvidence(current.epochs)];
    const counted = await load(wholeEvidence);
    if (current !== currentEvidence) return;
    [current, hasLoadedStore] = [wholeEvidence, true];
    adoptCounted(counted);
  };
  /** Counts the observations of the store again. Rejects when the store fails. Then `flush` tries again. */
  const reload = (): Promise<void> => {
    hasLoadedStore = false;
    return loadWhole();
  };
  const count = (observed: SeenPair, sample: () => Sample | undefined) =>
    unstored.countOnce(observed, sample, (observation) => {
      addArrived(observation);
      return addObserved(current, observation);
    });
  return {
    reload,
    /** Adds an observation of another process that shares the store, once. */
    addForeign: (observed: SeenPair, sample: Sample | undefined): void => void count(observed, () => sample),
    notePair: (pair: Pair, compared: ComparedAnswers, control: ComparedControl | undefined): Verdict => {
      const epoch = current.epochs.get(pair.resource) ?? '';
      const observed = observationOf(pair, compared, control, { privacy, epoch });
      const { verdict, shown: shownSample } = count(observed, () => sampleOf(pair, privacy));
      stores.taken?.(observed, shownSample);
      return verdict;
    },
    wantsControl: (operation: string, differences: readonly Difference[]): boolean =>
      current.judge.wantsControl(operation, differences),
    report: (): ComparisonReport => reportOfWindow(current, stores),
    /** Rejects when the store fails. */
    reportOf: async ({ since, budget }: ReportLook): Promise<ComparisonReport> => {
      const look = since === undefined ? current : { ...emptyEvidence(current.epochs), begin: since };
      if (look !== current) await load(look);
      return reportOfWindow(look, stores, budget);
    },
    findSample: async (id: string) => unstored.findSample(id) ?? (await store.sample(id)),
    /** Stores the waiting observations. The rest waits for the next call. Rejects when the store fails. */
    flush: async (): Promise<void> => {
      await unstored.storeWaiting();
      await (isWindowBehind(current, now() - window) ? reload() : loadWhole());
    },
    /**
     * Switches to new epochs: begins with empty evidence at once if one has changed, then loads the kept evidence of
     * each. Rejects when the store fails. Then every `flush` tries again.
     */
    adopt: (next: Epochs): Promise<void> => {
      if (!isDeepStrictEqual(next, current.epochs)) [current, hasLoadedStore] = [emptyEvidence(next), false];
      return loadWhole();
    },
  };
}
