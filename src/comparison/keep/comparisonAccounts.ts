import type { NotCompared } from '../compare/answerPair';
import type { ComparisonReport } from '../report/comparisonReport';

/** What became of a served request that its stage would have compared. */
export type Outcome = 'compared' | NotCompared;

/** Why a pair was not compared, each of them. */
const reasons: readonly NotCompared[] = [
  'sampled_out',
  'queue_full',
  'timeout',
  'too_large',
  'not_json',
  'v1_error',
  'v2_error',
  'failed',
];

/** The account of one operation: compared + not compared + pending = served, at every moment. */
export interface Account {
  readonly served: number;
  /** Whose comparison is waiting or under way. */
  readonly pending: number;
  readonly compared: number;
  readonly notCompared: Readonly<Record<NotCompared, number>>;
}

/** What has ended so far, by operation and outcome: what is kept over a restart. */
export type Ended = ReadonlyMap<string, ReadonlyMap<Outcome, number>>;

/** Counts what becomes of each served request; nothing is counted twice or forgotten. */
export interface Accounts {
  /** Counts a served request; what it returns is told how it ended, and listens once. */
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

/** Goes on counting from what was kept; `told` hears of every end. */
export function createAccounts(
  kept: Ended = new Map(),
  told: (operation: string, outcome: Outcome) => void = () => undefined,
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
        told(operation, outcome);
      };
    },
    of: () => new Map([...operations].map(([name, counts]) => [name, accountOf(counts)])),
    ended: () => new Map([...operations].map(([name, { ended }]) => [name, ended])),
  };
}

/** The accounts of several processes as one: those of this one, and what the others report. */
export interface ClusterAccounts extends Accounts {
  /** What another process says of all that it has counted so far. */
  readonly tell: (process: number, accounts: ReadonlyMap<string, Account>) => void;
  /** A process is gone: what was pending in it has ended without an answer. */
  readonly left: (process: number) => void;
}

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

/** Goes on counting from what was kept. */
export function createClusterAccounts(kept: Ended): ClusterAccounts {
  const present = new Map<number, ClusterCounts>();
  const own = createAccounts(kept);
  let past: ClusterCounts = new Map();
  const of = (): ClusterCounts => sumOfAll([own.of(), past, ...present.values()]);
  return {
    open: own.open,
    of,
    ended: () => new Map([...of()].map(([operation, account]) => [operation, endedOf(account)])),
    tell: (process, accounts) => void present.set(process, accounts),
    left: (process) => {
      const last = present.get(process) ?? new Map<string, Account>();
      present.delete(process);
      past = sumOfAll([past, new Map([...last].map(([name, account]) => [name, abandoned(account)]))]);
    },
  };
}

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
