import type { NotCompared } from '../compare/answerPair';
import type { ComparisonReport } from '../report/comparisonReport';

/** Outcome of a served request that its stage compares. */
export type Outcome = 'compared' | NotCompared;

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
export type Ended = ReadonlyMap<string, ReadonlyMap<Outcome, number>>;

/** Counts the outcome of each served request, exactly once. */
export interface Accounts {
  /** Counts a served request and returns a function for its outcome, whose first call counts. */
  readonly open: (operation: string) => (outcome: Outcome) => void;
  readonly of: () => ReadonlyMap<string, Account>;
  readonly ended: () => Ended;
}

interface Counts {
  pending: number;
  readonly ended: Map<Outcome, number>;
}

function accountOf({ pending, ended }: Counts): Account {
  const of = (outcome: Outcome) => ended.get(outcome) ?? 0;
  const notCompared = Object.fromEntries(reasons.map((reason) => [reason, of(reason)])) as Record<
    NotCompared,
    number
  >;
  const served = pending + [...ended.values()].reduce((sum, count) => sum + count, 0);
  return { served, pending, compared: of('compared'), notCompared };
}

/** Makes accounts that continue the kept ones; `onEnd` is called for every outcome. */
export function createAccounts(
  kept: Ended = new Map(),
  onEnd: (operation: string, outcome: Outcome) => void = () => undefined,
): Accounts {
  const operations = new Map<string, Counts>();
  for (const [name, ended] of kept) operations.set(name, { pending: 0, ended: new Map(ended) });

  return {
    open: (operation) => {
      const counts = operations.get(operation) ?? { pending: 0, ended: new Map<Outcome, number>() };
      operations.set(operation, counts);
      counts.pending += 1;
      let open = true;
      return (outcome) => {
        if (!open) return;
        open = false;
        counts.pending -= 1;
        counts.ended.set(outcome, (counts.ended.get(outcome) ?? 0) + 1);
        onEnd(operation, outcome);
      };
    },
    of: () => new Map([...operations].map(([name, counts]) => [name, accountOf(counts)])),
    ended: () => new Map([...operations].map(([name, { ended }]) => [name, ended])),
  };
}

/** The accounts of several processes as one. */
export interface ClusterAccounts extends Accounts {
  /** Replaces the accounts of another process by its latest ones. */
  readonly report: (process: number, accounts: ReadonlyMap<string, Account>) => void;
  /** Ends the accounts of a process that has exited; its pending requests count as timeouts. */
  readonly left: (process: number) => void;
  /** Returns what has ended at this process and its workers since the last call; undefined for nothing. */
  readonly endedSince: () => EndedNews | undefined;
  /** Adds what has ended at another process that shares the store; `again` if it is here already. */
  readonly add: (ended: EndedNews, again: boolean) => void;
}

/** Numbers of ended requests, by operation and outcome, as a list. */
type EndedNews = readonly (readonly [operation: string, outcome: Outcome, count: number])[];

const listOf = (ended: Ended): EndedNews =>
  [...ended].flatMap(([operation, counts]) =>
    Array.from(counts, ([outcome, count]) => [operation, outcome, count] as const),
  );

type ClusterCounts = ReadonlyMap<string, Account>;

const sumOf = (one: Account, other: Account): Account => ({
  served: one.served + other.served,
  pending: one.pending + other.pending,
  compared: one.compared + other.compared,
  notCompared: Object.fromEntries(
    Object.entries(one.notCompared).map(([reason, count]) => [
      reason,
      count + other.notCompared[reason as NotCompared],
    ]),
  ) as Record<NotCompared, number>,
});

function sumOfAll(all: readonly ClusterCounts[]): ClusterCounts {
  const sum = new Map<string, Account>();
  for (const counts of all) {
    for (const [operation, account] of counts) {
      const known = sum.get(operation);
      sum.set(operation, known === undefined ? account : sumOf(known, account));
    }
  }
  return sum;
}

const abandoned = ({ pending, notCompared, ...account }: Account): Account => ({
  ...account,
  pending: 0,
  notCompared: { ...notCompared, timeout: notCompared.timeout + pending },
});

function endedOf({ compared, notCompared }: Account): ReadonlyMap<Outcome, number> {
  const counts = Object.entries({ compared, ...notCompared }) as [Outcome, number][];
  return new Map(counts.filter(([, count]) => count > 0));
}

/** Comparisons of one operation that have ended: made, or given up as too costly. */
export interface Attempted {
  readonly operation: string;
  readonly compared: number;
  readonly tooCostly: number;
}

const attemptedIn = (operation: string, account?: Account): Attempted => ({
  ...{ operation, compared: account?.compared ?? 0 },
  tooCostly: account?.notCompared.too_costly ?? 0,
});

function attemptedSince(before: ClusterCounts | undefined, now: ClusterCounts): readonly Attempted[] {
  return [...now].flatMap(([operation, account]) => {
    const [was, is] = [attemptedIn(operation, before?.get(operation)), attemptedIn(operation, account)];
    const more = { compared: is.compared - was.compared, tooCostly: is.tooCostly - was.tooCostly };
    return more.compared + more.tooCostly > 0 ? [{ operation, ...more }] : [];
  });
}

/** Makes the accounts of all processes, which continue the kept ones; `onAttempted` hears what has ended since. */
export function createClusterAccounts(
  kept: Ended,
  onAttempted: (attempted: Attempted) => void = () => undefined,
): ClusterAccounts {
  const present = new Map<number, ClusterCounts>();
  const own = createAccounts(kept, (operation, outcome) => {
    const [compared, tooCostly] = [Number(outcome === 'compared'), Number(outcome === 'too_costly')];
    if (compared + tooCostly > 0) onAttempted({ operation, compared, tooCostly });
  });
  let past: ClusterCounts = new Map();
  const elsewhere = createAccounts();
  const here = (): ClusterCounts => sumOfAll([own.of(), past, ...present.values()]);
  const of = (): ClusterCounts => sumOfAll([here(), elsewhere.of()]);
  const endedHere = (): EndedNews =>
    listOf(new Map([...here()].map(([operation, account]) => [operation, endedOf(account)])));
  let sent = new Map(endedHere().map(([operation, outcome, count]) => [`${operation} ${outcome}`, count]));
  return {
    open: own.open,
    of,
    ended: () => new Map([...of()].map(([operation, account]) => [operation, endedOf(account)])),
    endedSince: () => {
      const now = endedHere();
      const more = now.flatMap(([operation, outcome, count]) => {
        const added = count - (sent.get(`${operation} ${outcome}`) ?? 0);
        return added > 0 ? [[operation, outcome, added] as const] : [];
      });
      if (more.length === 0) return undefined;
      sent = new Map(now.map(([operation, outcome, count]) => [`${operation} ${outcome}`, count]));
      return more;
    },
    add: (ended, again) => {
      for (const [operation, outcome, count] of ended) {
        if (!again) for (let one = 0; one < count; one += 1) elsewhere.open(operation)(outcome);
        const [compared, tooCostly] = [outcome === 'compared', outcome === 'too_costly'];
        if (compared || tooCostly)
          onAttempted({ operation, compared: compared ? count : 0, tooCostly: tooCostly ? count : 0 });
      }
    },
    report: (process, accounts) => {
      for (const attempted of attemptedSince(present.get(process), accounts)) onAttempted(attempted);
      present.set(process, accounts);
    },
    left: (process) => {
      const last = present.get(process) ?? new Map<string, Account>();
      present.delete(process);
      past = sumOfAll([past, new Map([...last].map(([name, account]) => [name, abandoned(account)]))]);
    },
  };
}

/** Share of the comparisons from which on a report must not pass for one of all of them. */
const NOTICEABLE = 0.05;

/** True when a noticeable share of the comparisons was given up: what was not compared is not equal. */
export function isMuchTooCostly({ outcomes }: Pick<ComparisonReport, 'outcomes'>): boolean {
  const { compared = 0, too_costly: given = 0 } = outcomes;
  return given > 0 && given >= NOTICEABLE * (compared + given);
}

/** Says in a report what was given up as too costly, and that nobody knows about it. */
export function withCosts(report: ComparisonReport): ComparisonReport {
  if (!isMuchTooCostly(report)) return report;
  const { compared = 0, too_costly: given = 0 } = report.outcomes;
  const warning = `${given} of ${compared + given} comparisons were given up as too costly: what is in them is not known; \`lifeboat diff run\` has no such limit`;
  const verdict = report.verdict === 'within' ? 'undecided' : report.verdict;
  return { ...report, verdict, warnings: [...report.warnings, warning] };
}

/** Replaces the outcomes of a report by those of all served requests. */
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
  return withCosts({ ...report, outcomes });
}
