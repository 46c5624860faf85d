import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import type { Clock } from '../../contract/clock';
import { createRecordingBuffer, type Recorded } from '../../shadow/recorder';
import { type Result, success } from '../../contract/result';
import type { Closers } from '../closers';
import { comparisonPrivacy, comparisonSecret } from './comparisonPrivacy';
import { type CollectionOptions, openCollection, type OpenedCollection } from './openCollection';
import { systemClock } from '../systemClock';
import type { ComparedNews } from '../cluster/clusterCalls';
import type { ComparisonLink } from '../worker';

/** Reads what the recorders of all workers have recorded, as if there were one. */
interface MergedRecorder {
  readonly read: (after: number) => Promise<Recorded>;
  /** Takes what a worker has recorded. */
  readonly take: (exchanges: readonly RecordedExchange[]) => void;
  /** Says how the workers are asked for it, each answering how many it has lost; who is late is taken all the same. */
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

/** The comparison as the primary holds it: each worker compares what it serves, and all that they see is judged here. */
export interface PrimaryComparison extends OpenedCollection {
  /** For a worker in this process. */
  readonly link: ComparisonLink;
  /** Takes what a worker in another process has compared. */
  readonly take: (worker: number, news: ComparedNews) => void;
  readonly recorder: MergedRecorder;
}

/** Opens the comparison on the evidence that is kept, or says why it cannot be opened. */
export async function openComparison(
  makings: CollectionOptions,
  closers: Closers,
): Promise<Result<PrimaryComparison, readonly string[]>> {
  const { config, rules, clock = systemClock } = makings;
  const secret = comparisonSecret(config);
  const opened = await openCollection(makings, comparisonPrivacy(config, secret), closers);
  if (!opened.ok) return opened;
  const { collection, accounts } = opened.value;
  const { seen, wantsControl } = collection;
  const recorder = createMergedRecorder(clock);
  const plan = { secret: secret.toString('hex'), rules };
  return success({
    ...opened.value,
    link: { plan, accounts, seen, wantsControl, recorded: recorder.take },
    take: (worker, news) => {
      accounts.report(worker, news.accounts);
      for (const { observed, sample } of news.pairs) collection.take(observed, () => sample);
    },
    recorder,
  });
}
