import { type NotCompared, reasonsNotCompared } from '../compare/answerPair';
import { addToCount } from '../../contract/recent';
import type { ComparisonReport } from '../report/comparisonReport';

/** Outcome of a served request that its stage compares. */
export type ComparisonOutcome = 'compared' | NotCompared;

/** The account of one operation: compared + not compared + pending = served, at every moment. */
export interface Account {
  readonly served: number;
  /** Requests whose comparison waits or is in progress. */
  readonly pending: number;
  readonly compared: number;
  readonly notCompared: Readonly<Record<NotCompared, number>>;
}

/** Ended requests by operation and outcome, which are kept over a restart. */
export type EndedCounts = ReadonlyMap<string, ReadonlyMap<ComparisonOutcome, number>>;

/** Numbers of ended requests, by operation and outcome, as a list. */
type EndedNews = readonly (readonly [operation: string, outcome: ComparisonOutcome, count: number])[];

/** The joint accounts of the processes that share a store. */
export type Accounts = ReturnType<typeof createAccounts>;

/** Comparisons of one operation that have ended: made, or given up as too costly. */
export interface AttemptCounts {
  readonly operation: string;
  readonly compared: number;
  readonly tooCostly: number;
}

type Counts = Map<string, Map<ComparisonOutcome, number>>;

function countIn(counts: Counts, operation: string, outcome: ComparisonOutcome, count: number): void {
  const outcomes = counts.get(operation) ?? new Map<ComparisonOutcome, number>();
  addToCount(outcomes, outcome, count);
  counts.set(operation, outcomes);
}

function accountOf(pending: number, outcomes: ReadonlyMap<ComparisonOutcome, number> = new Map()): Account {
  const countOf = (outcome: ComparisonOutcome) => outcomes.get(outcome) ?? 0;
  const notCompared = Object.fromEntries(reasonsNotCompared.map((reason) => [reason, countOf(reason)]));
  return {
    served: pending + [...outcomes.values()].reduce((sum, count) => sum + count, 0),
    pending,
    compared: countOf('compared'),
    notCompared: notCompared as Account['notCompared'],
  };
}

/** Creates the accounts of all processes, which continue the kept ones. `onAttempted` gets the comparisons that end. */
export function createAccounts(
  keptCounts: EndedCounts = new Map(),
  onAttempted: (attempted: AttemptCounts) => void = () => undefined,
) {
  const pending = new Map<string, number>();
  const ended: Counts = new Map(Array.from(keptCounts, ([name, outcomes]) => [name, new Map(outcomes)]));
  let since: Counts = new Map();
  const addPending = (operation: string, count: number) =>
    pending.set(operation, (pending.get(operation) ?? 0) + count);
  return {
    /** Counts a served request, exactly once, and returns a function for its outcome, whose first call counts. */
    open: (operation: string): ((outcome: ComparisonOutcome) => void) => {
      addPending(operation, 1);
      let isOpen = true;
      return (outcome) => {
        if (!isOpen) return;
        isOpen = false;
        addPending(operation, -1);
        for (const counts of [ended, since]) countIn(counts, operation, outcome, 1);
        if (outcome === 'compared') onAttempted({ operation, compared: 1, tooCostly: 0 });
        if (outcome === 'too_costly') onAttempted({ operation, compared: 0, tooCostly: 1 });
      };
    },
    /** Returns the account of each operation. */
    accountsByOperation: (): ReadonlyMap<string, Account> => {
      const names = new Set([...ended.keys(), ...pending.keys()]);
      return new Map(Array.from(names, (name) => [name, accountOf(pending.get(name) ?? 0, ended.get(name))]));
    },
    endedCounts: (): EndedCounts => new Map(ended),
    /** Returns the requests that have ended at this process since the last call. Returns undefined for none. */
    takeEndedNews: (): EndedNews | undefined => {
      const endedNews = [...since].flatMap(([operation, counts]) =>
        Array.from(counts, ([outcome, count]) => [operation, outcome, count] as const),
      );
      since = new Map();
      return endedNews.length === 0 ? undefined : endedNews;
    },
    /** Adds the requests that have ended at another process. `isRepeated` tells that they are counted already. */
    addForeign: (endedNews: EndedNews, isRepeated: boolean): void => {
      if (isRepeated) return;
      for (const [operation, outcome, count] of endedNews) countIn(ended, operation, outcome, count);
    },
  };
}

/** Share of given-up comparisons from which a report must not pass for a complete one. */
const NOTICEABLE_SHARE = 0.05;

/** Reports whether a noticeable share of the comparisons was given up. A pair that was not compared is not equal. */
export function isMuchTooCostly({ outcomes }: Pick<ComparisonReport, 'outcomes'>): boolean {
  const { compared = 0, too_costly: givenUp = 0 } = outcomes;
  return givenUp > 0 && givenUp >= NOTICEABLE_SHARE * (compared + givenUp);
}

/**
 * Warns in a report if many pairs were given up as too costly, whose differences are unknown. Its verdict is then at best
 * `undecided`.
 */
export function addCosts(report: ComparisonReport): ComparisonReport {
  if (!isMuchTooCostly(report)) return report;
  const { compared = 0, too_costly: givenUp = 0 } = report.outcomes;
  const warning = `${givenUp} of ${compared + givenUp} comparisons were given up as too costly: what is in them is not known; \`lifeboat diff run\` has no such limit`;
  const verdict = report.verdict === 'within' ? 'undecided' : report.verdict;
  return { ...report, verdict, warnings: [...report.warnings, warning] };
}

/** Replaces the outcomes of a report by those of all served requests, and warns where many were given up. */
export function addAccounts(
  report: ComparisonReport,
  accounts: Pick<Accounts, 'accountsByOperation'>,
): ComparisonReport {
  const outcomes = new Map<string, number>();
  for (const { pending, compared, notCompared } of accounts.accountsByOperation().values()) {
    const counts = Object.entries({ pending, compared, ...notCompared });
    for (const [outcome, count] of counts) addToCount(outcomes, outcome, count);
  }
  return addCosts({ ...report, outcomes: Object.fromEntries(outcomes) });
}
