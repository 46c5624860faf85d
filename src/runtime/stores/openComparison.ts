import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import type { Clock } from '../../contract/clock';
import { createRecorder, createRecordingBuffer, type Recorded } from '../../shadow/recorder';
import {
  type Accounts,
  type ClusterAccounts,
  createAccounts,
  createClusterAccounts,
} from '../../comparison/keep/comparisonAccounts';
import type { Difference } from '../../comparison/compare/difference';
import { type Result, success } from '../../contract/result';
import type { Closers } from '../closers';
import { comparisonPrivacy, comparisonSecret } from './comparisonPrivacy';
import { type CollectionOptions, openCollection, type OpenedCollection } from './openCollection';
import { systemClock as clock, systemClock } from '../systemClock';
import type { ComparedNews, ComparisonPlan } from '../cluster/clusterCalls';
import { createCompare } from '../../comparison/compare/compareAnswers';
import type { ServingComparison } from '../prepareShadow';

/** Reads what the recorders of all workers have recorded, as if there were one. */
interface MergedRecorder {
  readonly read: (after: number) => Promise<Recorded>;
  /** Takes what a worker tells. */
  readonly take: (exchanges: readonly RecordedExchange[]) => void;
  /** Says how the workers are asked to tell, each answering how many it has lost; who is late is taken all the same. */
  readonly connect: (pull: () => Promise<readonly number[]>) => void;
}

/** Opens it; nothing comes before it is connected. */
function createMergedRecorder(clock: Pick<Clock, 'steady'>): MergedRecorder {
  const tape = createRecordingBuffer(clock);
  let pull = (): Promise<readonly number[]> => Promise.resolve([]);
  return {
    take: (exchanges) => {
      for (const exchange of exchanges) tape.add(exchange);
    },
    connect: (next) => {
      pull = next;
    },
    read: async (after) => {
      // The tape runs from the first reading on.
      tape.read(after);
      const losses = await pull();
      const { lost, ...read } = tape.read(after);
      return { ...read, lost: losses.reduce((sum, one) => sum + one, lost) };
    },
  };
}

/** The comparison of several workers: each compares what it serves, and all that they see is judged here. */
export interface PrimaryComparison extends OpenedCollection<ClusterAccounts> {
  readonly plan: ComparisonPlan;
  readonly take: (worker: number, news: ComparedNews) => void;
  readonly wantsControl: (operation: string, differences: readonly Difference[]) => boolean;
  readonly recorder: MergedRecorder;
}

/** Opens it on the evidence that is kept, or says why it cannot be opened. */
export async function openPrimaryComparison(
  makings: CollectionOptions,
  closers: Closers,
): Promise<Result<PrimaryComparison, readonly string[]>> {
  const { config, rules } = makings;
  const secret = comparisonSecret(config);
  const privacy = comparisonPrivacy(config, secret);
  const opened = await openCollection(makings, { privacy, count: createClusterAccounts }, closers);
  if (!opened.ok) return opened;
  const { collection, accounts } = opened.value;
  return success({
    ...opened.value,
    plan: { secret: secret.toString('hex'), rules },
    take: (worker, news) => {
      accounts.tell(worker, news.accounts);
      for (const { observed, sample } of news.pairs) collection.take(observed, () => sample);
    },
    wantsControl: collection.wantsControl,
    recorder: createMergedRecorder(clock),
  });
}

/** The comparison without its traffic. */
interface OpenedComparison extends ServingComparison, Omit<OpenedCollection<Accounts>, 'accounts'> {
  readonly accounts: Accounts;
}

/** Opens the comparison on the evidence that is kept, or says why it cannot be opened. */
export async function openComparison(
  makings: CollectionOptions,
  closers: Closers,
): Promise<Result<OpenedComparison, readonly string[]>> {
  const { config, rules, clock = systemClock } = makings;
  const privacy = comparisonPrivacy(config, comparisonSecret(config));
  const opened = await openCollection(makings, { privacy, count: createAccounts }, closers);
  if (!opened.ok) return opened;
  const { seen, wantsControl } = opened.value.collection;
  return success({
    ...opened.value,
    ...{ seen, wantsControl },
    compare: createCompare({ rules, now: clock.now }),
    recorder: createRecorder({ privacy, clock, most: config.comparison.bodyBytes }),
  });
}
