import type { NotCompared } from './comparison';

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
