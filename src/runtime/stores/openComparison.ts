import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import type { Clock } from '../../contract/clock';
import { createRecordingBuffer, type Recorded } from '../../shadow/recorder';
import type { Closers } from '../closers';
import { comparisonPrivacy, comparisonSecret } from './comparisonPrivacy';
import { type CollectionOptions, openCollection, type OpenedCollection } from './openCollection';
import { systemClock } from '../systemClock';
import type { ComparedNews } from '../cluster/clusterCalls';
import type { ComparisonLink } from '../worker';

/** Merges the recordings of all workers into one. */
interface MergedRecorder {
  readonly read: (after: number) => Promise<Recorded>;
  /** Adds the recorded exchanges of a worker. */
  readonly take: (exchanges: readonly RecordedExchange[]) => void;
  /** Sets the function that asks all workers for their exchanges, each with the number lost; late ones count later. */
  readonly connect: (pull: () => Promise<readonly number[]>) => void;
}

/** Creates the merged recorder; it is empty until it is connected. */
function createMergedRecorder(clock: Pick<Clock, 'steady'>): MergedRecorder {
  const buffer = createRecordingBuffer(clock);
  let pull = (): Promise<readonly number[]> => Promise.resolve([]);
  return {
    take: (exchanges) => {
      for (const exchange of exchanges) buffer.add(exchange);
    },
    connect: (next) => {
      pull = next;
    },
    read: async (after) => {
      // The buffer records from the first reading on.
      buffer.read(after);
      const losses = await pull();
      const { lost, ...read } = buffer.read(after);
      return { ...read, lost: losses.reduce((sum, one) => sum + one, lost) };
    },
  };
}

/** Comparison in the primary: each worker compares the requests it serves, and the primary judges all results. */
export interface PrimaryComparison extends OpenedCollection {
  /** Link of the worker in this process. */
  readonly link: ComparisonLink;
  /** Adds the comparisons of a worker process. */
  readonly take: (worker: number, news: ComparedNews) => void;
  readonly recorder: MergedRecorder;
}

/** Opens the comparison from the stored evidence. Rejects when it cannot be read. */
export async function openComparison(
  options: CollectionOptions,
  closers: Closers,
): Promise<PrimaryComparison> {
  const { config, rules, clock = systemClock } = options;
  const secret = comparisonSecret(config);
  const opened = await openCollection(options, comparisonPrivacy(config, secret), closers);
  const { collection, accounts } = opened;
  const { seen, wantsControl } = collection;
  const recorder = createMergedRecorder(clock);
  const plan = { secret: secret.toString('hex'), rules };
  return {
    ...opened,
    link: { plan, accounts, seen, wantsControl, recorded: recorder.take },
    take: (worker, news) => {
      accounts.report(worker, news.accounts);
      for (const { observed, sample } of news.pairs) collection.take(observed, () => sample);
    },
    recorder,
  };
}
