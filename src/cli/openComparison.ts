import { type Accounts, createAccounts } from '../comparison/createAccounts';
import { createCompare } from '../comparison/createCompare';
import { createRecorder } from '../http/shadow/createRecorder';
import { type Result, success } from '../translation/result';
import type { BesideComparison } from './besideComparison';
import type { Closers } from './closers';
import { comparisonPrivacy } from './comparisonPrivacy';
import { comparisonSecret } from './comparisonSecret';
import { type ComparisonMakings, openCollection, type OpenedCollection } from './openCollection';
import { systemClock } from './systemClock';

/** The comparison without its traffic. */
export interface OpenedComparison extends BesideComparison, Omit<OpenedCollection<Accounts>, 'accounts'> {
  readonly accounts: Accounts;
}

/** Opens the comparison on the evidence that is kept, or says why it cannot be opened. */
export async function openComparison(
  makings: ComparisonMakings,
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
