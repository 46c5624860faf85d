import type { Served } from './served';

/** Requests of one operation. */
export interface Counts {
  v1: number;
  v1Failed: number;
  v2: number;
  v2Failed: number;
  /** Answered, but only after seconds. */
  v1Slow: number;
  v2Slow: number;
  /** Failures of v2 that v1 answered, those in which v1 failed too, and those for which v2 alone has to answer. */
  rescued: number;
  lost: number;
  blamed: number;
}

/** What is known of the latest requests of one operation. */
export interface OperationTraffic {
  /** Since when its stage holds, clock ms: a failure in a row counts against the stage that it happened at. */
  stageSince: number;
  /** How many have failed on each side without a success since; `blamed`: for how many v2 alone has to answer. */
  row: { v1: number; v2: number; blamed: number };
  /** The last five minutes in slices of ten seconds, oldest first. */
  readonly slices: ({ readonly at: number } & Counts)[];
}

/** By operation. */
export type Traffic = ReadonlyMap<string, OperationTraffic>;

const SLICE = 10_000;

/** How far back (ms) requests are counted. */
export const KEPT = 300_000;

/** An answer that takes so long (ms) is slow for any client of v1. */
const SLOW = 3_000;

const none: Readonly<Counts> = {
  ...{ v1: 0, v1Failed: 0, v1Slow: 0 },
  ...{ v2: 0, v2Failed: 0, v2Slow: 0 },
  ...{ rescued: 0, lost: 0, blamed: 0 },
};
const noRow = { v1: 0, v2: 0, blamed: 0 } as const;

/** The gateway's own state rather than v2's: its queue is full, its index or a list is not ready yet. */
const passing: ReadonlySet<string> = new Set(['overloaded', 'indexing', 'listChanging']);

/** True for a failure that v2 alone has to answer for, of a request that the stage itself has sent there. */
function isBlamed({ because, rescue, signature }: Served): boolean {
  return (because === 'inCanary' || because === 'stage') && rescue !== 'failed' && !passing.has(signature);
}

function countIn(row: OperationTraffic['row'], slice: Counts, served: Served): void {
  const { side, failed, rescue } = served;
  slice[side] += 1;
  if (!failed) {
    if (served.milliseconds >= SLOW) slice[`${side}Slow`] += 1;
    row[side] = 0;
    if (side === 'v2') row.blamed = 0;
    return;
  }
  row[side] += 1;
  slice[`${side}Failed`] += 1;
  if (rescue === 'answered') slice.rescued += 1;
  if (rescue === 'failed') slice.lost += 1;
  if (side === 'v1' || !isBlamed(served)) return;
  row.blamed += 1;
  slice.blamed += 1;
}

/** Nothing is known of an operation yet. */
export const noTraffic = (): OperationTraffic => ({ stageSince: 0, row: { ...noRow }, slices: [] });

/** Counts a request, answered at an instant (clock ms) while the stage held that holds since another. */
export function countTraffic(
  traffic: OperationTraffic,
  served: Served,
  stageSince: number,
  now: number,
): void {
  const { slices } = traffic;
  let slice = slices.at(-1);
  const isSameStage = traffic.stageSince === stageSince;
  if (!isSameStage) [traffic.stageSince, traffic.row] = [stageSince, { ...noRow }];
  if (slice === undefined || !isSameStage || now - slice.at >= SLICE) {
    slice = { at: now, ...none };
    slices.push(slice);
    while (now - (slices[0]?.at ?? now) > KEPT) slices.shift();
  }
  countIn(traffic.row, slice, served);
}

/** Requests of the slices that have begun at an instant (clock ms) or later. */
export function countsSince({ slices }: OperationTraffic, from: number): Readonly<Counts> {
  const sum = { ...none };
  for (const slice of slices) {
    if (slice.at < from) continue;
    for (const name of Object.keys(none) as (keyof Counts)[]) sum[name] += slice[name];
  }
  return sum;
}
