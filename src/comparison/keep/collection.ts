import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from '../judge/judgedEvidence';
import { createWaiting } from '../../contract/journal';
import { Recent } from '../../contract/recent';
import type { ComparisonStore } from './comparisonStore';
import {
  createEvidenceLoader,
  isBehind,
  reportOn,
  type Epochs,
  type EvidenceLoaderParts,
  type JudgedObservation,
} from './evidenceLoader';
import { type ComparedAnswers, type ComparedControl, keep, type Observed } from './observation';
import type { ComparisonReport, ReportLook } from '../report/comparisonReport';
import { type Accounts } from './comparisonAccounts';
import type { Privacy } from './privacy';
import type { Difference } from '../compare/difference';
import type { Pair } from '../compare/answerPair';
import { type Sample, sampleOf } from './keptSample';

interface CollectionParts extends EvidenceLoaderParts {
  readonly privacy: Privacy;
  readonly accounts: Pick<Accounts, 'of' | 'ended'>;
  readonly store: ComparisonStore;
  /** Called for every observation, with its judgement. */
  readonly onObserved: (observed: Observed, verdict: Verdict) => void;
  /** Called with all observations when a resource is counted again. */
  readonly recounted: (resource: string, all: readonly JudgedObservation[]) => void;
  /** Called for each pair that this process has compared, with its sample if that is kept. */
  readonly taken?: (observed: Observed, sample: Sample | undefined) => void;
  /** False while another process stores the observations of all. */
  readonly saves?: () => boolean;
  readonly now: () => number;
}

/** Most observations that are known to be counted. */
const MAX_VERDICTS = 20_000;

/** Collects the evidence of the comparison, stores it as far as privacy allows, and makes reports. */
export interface Collection {
  /** Adds an observation of another process that shares the store, once. */
  readonly fold: (observed: Observed, sample: Sample | undefined) => void;
  /** Counts the observations of the store again. Rejects when the store fails. */
  readonly reload: () => Promise<void>;
  /** Adds an observation of this process or one of its workers. */
  readonly take: (observed: Observed, sample: () => Sample | undefined) => Verdict;
  readonly seen: (pair: Pair, compared: ComparedAnswers, control: ComparedControl | undefined) => Verdict;
  readonly wantsControl: (operation: string, differences: readonly Difference[]) => boolean;
  readonly report: () => ComparisonReport;
  /** Rejects when the store fails. */
  readonly reportOf: (look: ReportLook) => Promise<ComparisonReport>;
  /** Counts a resource again after a resolution. Rejects when the store fails; then `flush` tries again. */
  readonly reopen: (resource: string) => Promise<void>;
  readonly sample: (id: string) => Promise<Sample | undefined>;
  /** Stores the waiting observations; those that cannot be stored wait for the next call. Rejects when the store fails. */
  readonly flush: () => Promise<void>;
  /**
   * Switches to new epochs: begins with empty evidence at once if one has changed, then loads the kept evidence of
   * each. Rejects when the store fails; then every `flush` tries again.
   */
  readonly adopt: (epochs: Epochs) => Promise<void>;
}

/** Most observations and samples that wait for a store that fails; beyond them the oldest are dropped. */
const MAX_WAITING_OBSERVATIONS = 5_000;
const MAX_WAITING_SAMPLES = 200;

function createUnstored({ store, accounts, saves, onObserved, now }: CollectionParts) {
  const waiting = createWaiting<Observed>({ most: MAX_WAITING_OBSERVATIONS });
  const samples = createWaiting<Sample>({ most: MAX_WAITING_SAMPLES });
  /** Latest verdicts: an observation that a process has stored and lets others know of counts once. */
  const verdicts = new Recent<string, Verdict>(MAX_VERDICTS);
  return {
    waiting: waiting.all,
    sample: (id: string): Sample | undefined => samples.all().find((sampled) => sampled.id === id),
    /** Counts an observation once by `add`; returns its verdict, and its sample if that is kept. */
    count: (observed: Observed, sample: () => Sample | undefined, add: (observed: Observed) => Verdict) => {
      const knownVerdict = verdicts.get(observed.id);
      const verdict = knownVerdict ?? add(observed);
      onObserved(observed, verdict);
      if (knownVerdict !== undefined) return { verdict };
      verdicts.set(observed.id, verdict);
      waiting.add(observed);
      const shownSample = verdict.counts && observed.differences.length > 0 ? sample() : undefined;
      if (shownSample !== undefined) samples.add(shownSample);
      return { verdict, shown: shownSample };
    },
    /** Begins with the counted observations of the store. */
    begin: (counted: readonly JudgedObservation[]): void => {
      verdicts.clear();
      for (const { observed, verdict } of counted) verdicts.set(observed.id, verdict);
    },
    /** Stores the waiting observations, unless another process does. Rejects when the store fails. */
    flush: async (): Promise<void> => {
      const batch = { observed: waiting.all(), samples: samples.all(), ended: accounts.ended() };
      if (saves?.() !== false) await store.save(batch, now());
      waiting.stored(batch.observed);
      samples.stored(batch.samples);
    },
  };
}

/** Makes a collection and loads the kept observations of its store. Rejects when the store fails. */
export async function createCollection(stores: CollectionParts, epochs: Epochs): Promise<Collection> {
  const { privacy, store, now, window, recounted } = stores;
  const { empty, add, fill, seen: seenIds } = createEvidenceLoader(stores);
  const unstored = createUnstored(stores);
  let [current, isWhole] = [empty(epochs), true];
  const begin = (counted: readonly JudgedObservation[]): void => {
    unstored.begin(counted);
    for (const resource of current.epochs.keys()) recounted(resource, counted);
  };
  begin(await fill(current, []));
  const complete = async (): Promise<void> => {
    if (isWhole) return;
    const [currentEvidence, wholeEvidence] = [current, empty(current.epochs)];
    const counted = await fill(wholeEvidence, unstored.waiting());
    if (current !== currentEvidence) return;
    [current, isWhole] = [wholeEvidence, true];
    begin(counted);
  };
  const reload = (): Promise<void> => {
    isWhole = false;
    return complete();
  };
  const count = (observed: Observed, sample: () => Sample | undefined) =>
    unstored.count(observed, sample, (observation) => {
      seenIds(observation);
      return add(current, observation);
    });
  const take: Collection['take'] = (observed, sample) => {
    const { verdict, shown: shownSample } = count(observed, sample);
    stores.taken?.(observed, shownSample);
    return verdict;
  };
  return {
    ...{ take, reload },
    fold: (observed, sample) => void count(observed, () => sample),
    seen: (pair, compared, control) => {
      const epoch = current.epochs.get(pair.resource) ?? '';
      return take(keep(pair, compared, control, { privacy, epoch }), () => sampleOf(pair, privacy));
    },
    wantsControl: (operation, differences) => current.judge.wantsControl(operation, differences),
    report: () => reportOn(current, stores),
    reportOf: async ({ since, budget }) => {
      const look = since === undefined ? current : { ...empty(current.epochs), begin: since };
      if (look !== current) await fill(look, unstored.waiting());
      return reportOn(look, stores, budget);
    },
    reopen: reload,
    sample: async (id) => unstored.sample(id) ?? (await store.sample(id)),
    flush: async () => {
      await unstored.flush();
      await (isBehind(current, now() - window) ? reload() : complete());
    },
    adopt: (next) => {
      if (!isDeepStrictEqual(next, current.epochs)) [current, isWhole] = [empty(next), false];
      return complete();
    },
  };
}
