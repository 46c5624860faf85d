import type { NotCompared } from '../compare/answerPair';
import type { ComparisonReport } from '../report/comparisonReport';

/** Outcome of a served request that its stage compares. */
export type ComparisonOutcome = 'compared' | NotCompared;

/** All reasons why a pair was not compared. */
const reasons: readonly NotCompared[] = [
  'sampled_out',
  'queue_full',
  'timeout',
  'too_large',
  'too_costly',
  'not_json',
  'v1_error',
  'v2_error',
  'overwritten',
  'failed',
];

/** The account of one operation: compared + not compared + pending = served, at every moment. */
export interface Account {
  readonly served: number;
  /** Requests whose comparison waits or is in progress. */
  readonly pending: number;
  readonly compared: number;
  readonly notCompared: Readonly<Record<NotCompared, number>>;
}

/** Ended requests by operation and outcome, which are kept over a restart. */
export type Ended = ReadonlyMap<string, ReadonlyMap<ComparisonOutcome, number>>;

/** Counts the outcome of each served request, exactly once. */
export interface Accounts {
  /** Counts a served request and returns a function for its outcome, whose first call counts. */
  readonly open: (operation: string) => (outcome: ComparisonOutcome) => void;
  readonly of: () => ReadonlyMap<string, Account>;
  readonly ended: () => Ended;
}

interface Counts {
  pending: number;
  readonly ended: Map<ComparisonOutcome, number>;
}

function accountOf({ pending, ended: endedCounts }: Counts): Account {
  const of = (outcome: ComparisonOutcome) => endedCounts.get(outcome) ?? 0;
  const notCompared = Object.fromEntries(reasons.map((reason) => [reason, of(reason)])) as Record<
    NotCompared,
    number
  >;
  const served = pending + [...endedCounts.values()].reduce((sum, count) => sum + count, 0);
  return { served, pending, compared: of('compared'), notCompared };
}

/** Makes accounts that continue the kept ones; `onEnd` is called for every outcome, and `add` adds ended requests. */
export function createAccounts(
  keptCounts: Ended = new Map(),
  onEnd: (operation: string, outcome: ComparisonOutcome) => void = () => undefined,
): Accounts & { readonly add: (operation: string, outcome: ComparisonOutcome, count: number) => void } {
  const operations = new Map<string, Counts>();
  for (const [name, endedCounts] of keptCounts)
    operations.set(name, { pending: 0, ended: new Map(endedCounts) });
  const countsOf = (operation: string): Counts => {
    const counts = operations.get(operation) ?? { pending: 0, ended: new Map<ComparisonOutcome, number>() };
    operations.set(operation, counts);
    return counts;
  };
  const add = (operation: string, outcome: ComparisonOutcome, count: number): void => {
    const { ended: endedCounts } = countsOf(operation);
    endedCounts.set(outcome, (endedCounts.get(outcome) ?? 0) + count);
  };

  return {
    add,
    open: (operation) => {
      const counts = countsOf(operation);
      counts.pending += 1;
      let open = true;
      return (outcome) => {
        if (!open) return;
        open = false;
        counts.pending -= 1;
        add(operation, outcome, 1);
        onEnd(operation, outcome);
      };
    },
    of: () => new Map([...operations].map(([name, counts]) => [name, accountOf(counts)])),
    ended: () => new Map([...operations].map(([name, { ended: endedCounts }]) => [name, endedCounts])),
  };
}

/** The joint accounts of the processes that share a store. */
export interface SharedAccounts extends Accounts {
  /** Returns the requests that have ended at this process since the last call; undefined for none. */
  readonly endedSince: () => EndedNews | undefined;
  /** Adds the requests that have ended at another process; `again` if they are counted already. */
  readonly add: (endedNews: EndedNews, isRepeated: boolean) => void;
}

/** Numbers of ended requests, by operation and outcome, as a list. */
type EndedNews = readonly (readonly [operation: string, outcome: ComparisonOutcome, count: number])[];

/** Comparisons of one operation that have ended: made, or given up as too costly. */
export interface Attempted {
  readonly operation: string;
  readonly compared: number;
  readonly tooCostly: number;
}

/** Creates the accounts of all processes, which continue the kept ones; `onAttempted` gets the comparisons that end. */
export function createSharedAccounts(
  keptCounts: Ended,
  onAttempted: (attempted: Attempted) => void = () => undefined,
): SharedAccounts {
  const attempted = (operation: string, outcome: ComparisonOutcome, count: number): void => {
    if (outcome === 'compared') onAttempted({ operation, compared: count, tooCostly: 0 });
    if (outcome === 'too_costly') onAttempted({ operation, compared: 0, tooCostly: count });
  };
  let since = new Map<string, Map<ComparisonOutcome, number>>();
  const all = createAccounts(keptCounts, (operation, outcome) => {
    const counts = since.get(operation) ?? new Map<ComparisonOutcome, number>();
    since.set(operation, counts.set(outcome, (counts.get(outcome) ?? 0) + 1));
    attempted(operation, outcome, 1);
  });
  return {
    ...all,
    endedSince: () => {
      if (since.size === 0) return undefined;
      const endedNews = [...since].flatMap(([operation, counts]) =>
        Array.from(counts, ([outcome, count]) => [operation, outcome, count] as const),
      );
      since = new Map();
      return endedNews;
    },
    add: (endedNews, isRepeated) => {
      for (const [operation, outcome, count] of endedNews) {
        if (!isRepeated) all.add(operation, outcome, count);
        attempted(operation, outcome, count);
      }
    },
  };
}

/** Share of given-up comparisons from which a report must not pass for a complete one. */
const NOTICEABLE_SHARE = 0.05;

/** True when a noticeable share of the comparisons was given up: a pair that was not compared is not equal. */
export function isMuchTooCostly({ outcomes }: Pick<ComparisonReport, 'outcomes'>): boolean {
  const { compared = 0, too_costly: givenUp = 0 } = outcomes;
  return givenUp > 0 && givenUp >= NOTICEABLE_SHARE * (compared + givenUp);
}

/** Adds to a report the pairs that were given up as too costly, whose differences are unknown. */
export function withCosts(report: ComparisonReport): ComparisonReport {
  if (!isMuchTooCostly(report)) return report;
  const { compared = 0, too_costly: givenUp = 0 } = report.outcomes;
  const warning = `${givenUp} of ${compared + givenUp} comparisons were given up as too costly: what is in them is not known; \`lifeboat diff run\` has no such limit`;
  const verdict = report.verdict === 'within' ? 'undecided' : report.verdict;
  return { ...report, verdict, warnings: [...report.warnings, warning] };
}

/** Replaces the outcomes of a report by those of all served requests. */
export function withAccounts(report: ComparisonReport, accounts: Pick<Accounts, 'of'>): ComparisonReport {
  const outcomes: Record<string, number> = {};
  const add = (outcome: ComparisonOutcome | 'pending', count: number) => {
    if (count > 0) outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
  };
  for (const { pending, compared, notCompared } of accounts.of().values()) {
    add('pending', pending);
    add('compared', compared);
    for (const [reason, count] of Object.entries(notCompared)) add(reason as ComparisonOutcome, count);
  }
  return withCosts({ ...report, outcomes });
}
