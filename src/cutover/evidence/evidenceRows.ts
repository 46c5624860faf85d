import { addEachCount, addToCount } from '../../contract/recent';
import type { CounterRow } from '../counters';
import type { Side } from '../stages/stage';
import { ALL_CALLERS } from './countedClients';
import { DailyComparisons } from './dailyEvidence';
import {
  COUNT_NAMES,
  addSlice,
  newSlice,
  noStreak,
  emptyTraffic,
  type OperationTraffic,
  SIDES,
  SLICE_MS,
  type Slice,
} from './traffic';

/** Lengths (s) of the buckets of counted requests: for moves back and alarms, and for the gate. */
export const SLICE_SECONDS = SLICE_MS / 1_000;
export const EVIDENCE_SECONDS = 43_200;

/** Returns the start of the gate's bucket at an instant (clock ms). */
export const evidenceBucketAt = (at: number): number => at - (at % (EVIDENCE_SECONDS * 1_000));

/** Maximum number of slices of an operation that wait for the store. */
const MAX_WAITING_SLICES = 360;

/** Returns the slice of an operation at an instant (clock ms). Beyond the maximum the two oldest become one. */
export function sliceAt(slicesByOperation: Map<string, Slice[]>, operation: string, at: number): Slice {
  const slices = slicesByOperation.get(operation) ?? [];
  const begin = at - (at % SLICE_MS);
  const last = slices.at(-1);
  if (last?.at === begin) return last;
  const slice = newSlice(begin);
  slicesByOperation.set(operation, slices);
  slices.push(slice);
  const [first, second] = slices;
  if (slices.length > MAX_WAITING_SLICES && first !== undefined && second !== undefined)
    addSlice(second, slices.shift() ?? first);
  return slice;
}

/** Traits of counters: requests of a caller, and comparisons of an operation. */
const COMPARISON_TRAITS = ['attempted', 'tooCostly'] as const;
const SERVED_TRAIT = 'served';

/** Counter of a slice: a count, or the requests of a side in a class of latency (`ms N`). */
type SliceRow = Pick<CounterRow, 'side' | 'trait' | 'requests'>;

/** Renders the counts of a slice as counters. */
export const sliceRows = (slice: Slice): readonly SliceRow[] => [
  ...COUNT_NAMES.flatMap((trait) =>
    slice[trait] === 0 ? [] : [{ side: 'gateway' as const, trait, requests: slice[trait] }],
  ),
  ...SIDES.flatMap((side) =>
    Array.from(slice.latency[side], ([name, requests]) => ({ side, trait: `ms ${name}`, requests })),
  ),
];

function addRow(slice: Slice, { side, trait, requests }: SliceRow): void {
  const name = COUNT_NAMES.find((countName) => countName === trait);
  if (name !== undefined) slice[name] += requests;
  else if (side !== 'gateway' && trait.startsWith('ms '))
    addToCount(slice.latency[side], Number(trait.slice(3)), requests);
}

/**
 * Adds a slice of an earlier process after those before it. A slice does not say in which order its requests came: a
 * row goes on only over slices without a success, and starts with the first whole slice of a stage, so that it is never
 * longer than it was.
 */
function restoreSlice(traffic: OperationTraffic, slice: Slice, stageSince: number): void {
  traffic.slices.push(slice);
  if (slice.at < stageSince) return;
  if (traffic.stageSince !== stageSince) [traffic.stageSince, traffic.streak] = [stageSince, { ...noStreak }];
  const { streak } = traffic;
  const isAnswered = (side: Side): boolean => slice[side] > slice[`${side}Failed`];
  for (const side of SIDES) streak[side] = isAnswered(side) ? 0 : streak[side] + slice[`${side}Failed`];
  streak.blamed = isAnswered('v2') ? 0 : streak.blamed + slice.blamed;
}

/** Restores the traffic of an operation from its counters, in the order of their buckets. */
export function restoreTraffic(
  rows: readonly (SliceRow & Pick<CounterRow, 'bucketAt'>)[],
  stageSince: number,
): OperationTraffic {
  const traffic = emptyTraffic();
  const slices = new Map<number, Slice>();
  for (const row of rows) {
    const slice = slices.get(row.bucketAt) ?? newSlice(row.bucketAt);
    slices.set(row.bucketAt, slice);
    addRow(slice, row);
  }
  for (const slice of slices.values()) restoreSlice(traffic, slice, stageSince);
  return traffic;
}

/** Counts of requests and of comparisons that were tried, since an instant (clock ms). */
export type Sums = ReturnType<typeof newSums>;

/** Creates empty sums. */
export const newSums = (since: number) => ({
  since,
  slice: newSlice(since),
  callers: new Map<string, number>(),
  attempted: new Map<string, number>(),
  tooCostly: new Map<string, number>(),
});

/** Adds further sums to a sum. */
export function addSums(sum: Sums, { slice, callers, attempted, tooCostly }: Sums): void {
  addSlice(sum.slice, slice);
  addEachCount(sum.callers, callers);
  addEachCount(sum.attempted, attempted);
  addEachCount(sum.tooCostly, tooCostly);
}

type SumsRow = Pick<CounterRow, 'caller' | 'operation' | 'side' | 'trait' | 'requests'>;

/** Adds a stored row to the sums that it belongs to. */
export function addSumsRow(sums: Sums, row: SumsRow): void {
  const comparison = COMPARISON_TRAITS.find((trait) => trait === row.trait);
  if (row.trait === SERVED_TRAIT) addToCount(sums.callers, row.caller, row.requests);
  else if (comparison !== undefined) addToCount(sums[comparison], row.operation, row.requests);
  else addRow(sums.slice, row);
}

/** Renders sums as rows for the store, without their time. */
export const sumsRows = ({ slice, callers, ...sums }: Sums): readonly SumsRow[] => {
  const all = { caller: ALL_CALLERS, operation: '', side: 'gateway' } as const;
  return [
    ...sliceRows(slice).map((row) => ({ ...all, ...row })),
    ...Array.from(callers, ([caller, requests]) => ({ ...all, caller, trait: SERVED_TRAIT, requests })),
    ...COMPARISON_TRAITS.flatMap((trait) =>
      Array.from(sums[trait], ([operation, requests]) => ({ ...all, operation, trait, requests })),
    ),
  ];
};

/** Creates the empty counts of a resource within an epoch. */
export const newEvidenceEntry = (window: number) => ({
  comparisons: new DailyComparisons(window),
  traffic: new Map<string, OperationTraffic>(),
  /** Counts of all processes by the start of their bucket (clock ms), as far as they are known. */
  buckets: new Map<number, Sums>(),
  /** Counts of this process that are not among them, in all and by operation. */
  own: undefined as Sums | undefined,
  slices: new Map<string, Slice[]>(),
  /** True once the counts in the store are loaded. */
  isWhole: false,
});

/** Removes the buckets from an instant (clock ms) on. Returns when the counts of each began, by its entry and start. */
export function removeBuckets(
  entries: ReadonlyMap<string, Pick<ReturnType<typeof newEvidenceEntry>, 'buckets'>>,
  from: number,
): ReadonlyMap<string, number> {
  const begun = new Map<string, number>();
  for (const [key, { buckets }] of entries)
    for (const [at, { since }] of buckets) {
      if (at < from) continue;
      begun.set(`${key} ${at}`, since);
      buckets.delete(at);
    }
  return begun;
}
