import type { ComparisonReport } from './comparisonReport';
import type { Accounts, Outcome } from './createAccounts';

/** The same report with everything served in it, to the last request. */
export function withAccounts(report: ComparisonReport, accounts: Pick<Accounts, 'of'>): ComparisonReport {
  const outcomes: Record<string, number> = {};
  const add = (outcome: Outcome | 'pending', count: number) => {
    if (count > 0) outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
  };
  for (const { pending, compared, notCompared } of accounts.of().values()) {
    add('pending', pending);
    add('compared', compared);
    for (const [reason, count] of Object.entries(notCompared)) add(reason as Outcome, count);
  }
  return { ...report, outcomes };
}
