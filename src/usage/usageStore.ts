import {
  addRows,
  daysOf,
  linesOf,
  placeOf,
  type UsageDay,
  type UsageLine,
  type UsageRange,
  type UsageRow,
} from './usageRow';

/** Store of the usage. Every function rejects when the store fails; requests go on without it. */
export interface UsageStore {
  /** Adds counts to those of the same place and day: all rows or none. */
  readonly add: (rows: readonly UsageRow[]) => Promise<void>;
  /** Sums of each place over the days. */
  readonly lines: (range: UsageRange) => Promise<readonly UsageLine[]>;
  /** Sums of each day, oldest first. */
  readonly days: (range: UsageRange) => Promise<readonly UsageDay[]>;
  /** All callers and their programs. */
  readonly clients: () => Promise<readonly Pick<UsageRow, 'caller' | 'program'>[]>;
  /** Removes the rows of days before `first`, and of further days, the oldest first, until at most so many rows are left. */
  readonly prune: (first: number, most: number) => Promise<void>;
  /** Reopens the store, whatever happened to it. */
  readonly renew: () => Promise<void>;
}

/** Creates a store in memory, which ends with the process. */
export function memoryUsageStore(): UsageStore {
  let rows = new Map<string, UsageRow>();
  const within = ({ from, to, caller }: UsageRange): readonly UsageRow[] =>
    [...rows.values()].filter(
      (row) => row.day >= from && row.day <= to && (caller === undefined || row.caller === caller),
    );
  return {
    add: (added) => {
      for (const row of added) {
        const key = `${row.day}\n${placeOf(row)}`;
        const before = rows.get(key);
        rows.set(key, before === undefined ? row : addRows(before, row));
      }
      return Promise.resolve();
    },
    lines: (range) => Promise.resolve(linesOf(within(range))),
    days: (range) => Promise.resolve(daysOf(within(range))),
    clients: () => Promise.resolve([...rows.values()].map(({ caller, program }) => ({ caller, program }))),
    prune: (first, most) => {
      const left = [...rows]
        .filter(([, { day }]) => day >= first)
        .sort(([, one], [, other]) => one.day - other.day);
      rows = new Map(left.slice(Math.max(0, left.length - most)));
      return Promise.resolve();
    },
    renew: () => Promise.resolve(),
  };
}
