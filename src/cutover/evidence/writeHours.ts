import { HOUR_MS, HOUR_SECONDS, MINUTE_MS } from '../../contract/clock';
import { Recent } from '../../contract/recent';
import type { Counters, CounterRow, ReadSums } from '../counters';
import type { ServedRequest } from './traffic';

/** Maximum numbers of writes to a resource that v2 accepts from a key in a minute and in an hour (observed). */
export const MINUTE_LIMIT = 5;
export const HOUR_LIMIT = 10;

export interface WritesOfHour {
  /** Hours since the Unix epoch. */
  readonly hour: number;
  readonly writes: number;
  /** Number of writes that v2 would have refused by its limits on a resource. */
  readonly refused: number;
  /** Maximum of writes to a resource within a minute. */
  readonly mostInMinute: number;
}

/** Number of hours for which writes are stored, so that nightly writes are known by day. */
export const HOURS_KEPT = 24;

/** Maximum number of resources whose writes are counted against the limits of v2 at a time. */
const MAX_WINDOWS = 20_000;

/** Use of the limits of v2 on a resource by the writes of a caller, each from its first write on. */
interface Windows {
  readonly minute: { readonly endsAt: number; writes: number; accepted: number };
  readonly hour: { readonly endsAt: number; accepted: number };
}

/** Returns the windows at a write. Windows that have ended start again. */
function currentWindows(windows: Windows | undefined, now: number): Windows {
  const isMinuteOpen = windows !== undefined && windows.minute.endsAt > now;
  const isHourOpen = windows !== undefined && windows.hour.endsAt > now;
  if (isMinuteOpen && isHourOpen) return windows;
  return {
    minute: isMinuteOpen ? windows.minute : { endsAt: now + MINUTE_MS, writes: 0, accepted: 0 },
    hour: isHourOpen ? windows.hour : { endsAt: now + HOUR_MS, accepted: 0 },
  };
}

/** Traits of writes that are counted by the hour: those beyond a limit, and the rounded count within the minute. */
const REFUSED_TRAIT = 'refused';
const IN_MINUTE_TRAIT = 'inMinute';

const minuteTrait = (writes: number): string => `${IN_MINUTE_TRAIT} ${Number(writes.toPrecision(2))}`;

const hourOf = (at: number): number => Math.floor(at / HOUR_MS);

/** Adds counted writes to the hours of a caller. */
export function addWrites(
  hours: readonly WritesOfHour[],
  { bucketAt, requests }: Pick<CounterRow, 'bucketAt' | 'requests'>,
  trait: string,
): readonly WritesOfHour[] {
  const hour = hourOf(bucketAt);
  const sum = hours.find((counted) => counted.hour === hour) ?? {
    hour,
    writes: 0,
    refused: 0,
    mostInMinute: 0,
  };
  const inMinute = trait.startsWith(IN_MINUTE_TRAIT) ? Number(trait.slice(IN_MINUTE_TRAIT.length)) : 0;
  if (inMinute > 0 && inMinute <= sum.mostInMinute) return hours;
  return [
    ...hours.filter((counted) => counted.hour !== hour && counted.hour > hour - HOURS_KEPT),
    {
      hour,
      writes: sum.writes + (trait === '' ? requests : 0),
      refused: sum.refused + (trait === REFUSED_TRAIT ? requests : 0),
      mostInMinute: Math.max(inMinute, sum.mostInMinute),
    },
  ];
}

/** Reads the writes of the last day. */
export const readWrites = (sums: ReadSums, now: number) =>
  sums(
    {
      from: (hourOf(now) - HOURS_KEPT + 1) * HOUR_MS,
      to: Number.MAX_SAFE_INTEGER,
      bucketSeconds: HOUR_SECONDS,
    },
    ['bucketAt', 'resource', 'caller', 'trait'],
  );

/** Creates the function that takes every ended write, and counts the executed ones and those beyond v2's limits. */
export function createWriteCounter(
  addToCounters: Counters['count'],
  isLeader: () => boolean,
): (served: ServedRequest, now: number) => void {
  const windowsByKey = new Recent<string, Windows>(MAX_WINDOWS);
  return ({ resource, operation, caller, side, item, write, failed, rescue }, now) => {
    // v2's limit refused a rescued one, but v1 answered: it was executed.
    const isExecuted = write === 'accepted' ? !failed : write === 'limited' && rescue === 'answered';
    if (item === undefined || caller === '' || !isExecuted) return;
    const key = `${resource} ${caller} ${item}`;
    const windows = currentWindows(windowsByKey.get(key), now);
    windowsByKey.set(key, windows);
    const { minute, hour } = windows;
    minute.writes += 1;
    const isRefused = minute.accepted >= MINUTE_LIMIT || hour.accepted >= HOUR_LIMIT;
    if (!isRefused) {
      minute.accepted += 1;
      hour.accepted += 1;
    }
    // Every process receives all writes, because a limit belongs to a key; one process counts them.
    if (!isLeader()) return;
    const traits = [minuteTrait(minute.writes), ...(isRefused ? [REFUSED_TRAIT] : [])];
    const counted = { caller, program: '(none)', resource, operation, side, outcome: 'answered' } as const;
    addToCounters({ ...counted, traits }, HOUR_SECONDS);
  };
}
