import { createCrewAccounts, type CrewAccounts } from '../../comparison/createCrewAccounts';
import type { Difference } from '../../comparison/difference';
import { type Result, success } from '../../translation/result';
import type { Closers } from '../closers';
import { comparisonPrivacy } from '../comparisonPrivacy';
import { comparisonSecret } from '../comparisonSecret';
import { type ComparisonMakings, openCollection, type OpenedCollection } from '../openCollection';
import { systemClock as clock } from '../systemClock';
import type { ComparedNews, ComparisonPlan } from './calls';
import { createCrewRecorder, type CrewRecorder } from './createCrewRecorder';

/** The comparison of several workers: each compares what it serves, and all that they see is judged here. */
export interface CrewComparison extends OpenedCollection<CrewAccounts> {
  readonly plan: ComparisonPlan;
  readonly take: (worker: number, news: ComparedNews) => void;
  readonly wantsControl: (operation: string, differences: readonly Difference[]) => boolean;
  readonly recorder: CrewRecorder;
}

/** Opens it on the evidence that is kept, or says why it cannot be opened. */
export async function openCrewComparison(
  makings: ComparisonMakings,
  closers: Closers,
): Promise<Result<CrewComparison, readonly string[]>> {
  const { config, rules } = makings;
  const secret = comparisonSecret(config);
  const privacy = comparisonPrivacy(config, secret);
  const opened = await openCollection(makings, { privacy, count: createCrewAccounts }, closers);
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
    recorder: createCrewRecorder(clock),
  });
}
