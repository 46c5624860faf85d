import type { NotCompared } from './comparison';
import { type Account, type Accounts, createAccounts, type Ended, type Outcome } from './createAccounts';

/** The accounts of several processes as one. */
export interface CrewAccounts extends Pick<Accounts, 'of' | 'ended'> {
  /** What a process says of all that it has counted so far. */
  readonly tell: (process: number, accounts: ReadonlyMap<string, Account>) => void;
  /** A process is gone: what was pending in it has ended without an answer. */
  readonly left: (process: number) => void;
}

type Counts = ReadonlyMap<string, Account>;

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

function sumOfAll(all: readonly Counts[]): Counts {
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
export function createCrewAccounts(kept: Ended): CrewAccounts {
  const present = new Map<number, Counts>();
  let past = createAccounts(kept).of();
  const of = (): Counts => sumOfAll([past, ...present.values()]);
  return {
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
