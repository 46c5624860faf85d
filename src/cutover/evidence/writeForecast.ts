import { Recent } from '../../contract/recent';
import type { CutoverState } from '../stages/stageState';
import type { CallerUse, Usage, WritesOfHour } from './evidence';
import { type Condition, percentText } from './rateConditions';
import { HOUR, type Served } from './traffic';

/** Writes to one resource that v2 takes of a key in a minute and in an hour (observed). */
const MINUTE_LIMIT = 5;
const HOUR_LIMIT = 10;

const MINUTE_MS = 60_000;

/** Hours for which writes are kept: what is done at night is known by day. */
const HOURS_KEPT = 24;

/** Cap of the resources whose writes are counted against the limits of v2 at a time. */
const MAX_WINDOWS = 20_000;

/** Callers named in one sentence. */
const MAX_NAMED = 5;

/** The limits of v2 on one resource as the writes of one caller have used them, each from its first write on. */
interface Windows {
  readonly minute: { readonly endsAt: number; writes: number; taken: number };
  readonly hour: { readonly endsAt: number; taken: number };
}

/** Returns the windows as they are at a write: those that are over begin anew. */
function windowsAt(windows: Windows | undefined, now: number): Windows {
  const isMinute = windows !== undefined && windows.minute.endsAt > now;
  const isHour = windows !== undefined && windows.hour.endsAt > now;
  return {
    minute: isMinute ? windows.minute : { endsAt: now + MINUTE_MS, writes: 0, taken: 0 },
    hour: isHour ? windows.hour : { endsAt: now + HOUR, taken: 0 },
  };
}

/** Returns the hours with one more write. */
function withWrite(
  hours: readonly WritesOfHour[],
  { isRefused, inMinute }: { readonly isRefused: boolean; readonly inMinute: number },
  now: number,
): readonly WritesOfHour[] {
  const hour = Math.floor(now / HOUR);
  const last = hours.at(-1);
  const present = last?.hour === hour ? last : { hour, writes: 0, refused: 0, mostInMinute: 0 };
  const { writes, refused, mostInMinute } = present;
  const earlier = hours.filter((one) => one.hour !== hour && one.hour > hour - HOURS_KEPT);
  return [
    ...earlier,
    {
      hour,
      writes: writes + 1,
      refused: refused + Number(isRefused),
      mostInMinute: Math.max(mostInMinute, inMinute),
    },
  ];
}

/** Counts the writes that were executed against the limits that v2 has; returns the hours of their caller. */
export function createWriteCount(): (served: Served, use: CallerUse, now: number) => CallerUse['writes'] {
  const all = new Recent<string, Windows>(MAX_WINDOWS);
  return ({ resource, caller, item, write, failed, rescue }, { writes = [] }, now) => {
    const isExecuted = write === 'accepted' ? !failed : write === 'limited' && rescue === 'answered';
    if (item === undefined || !isExecuted) return writes;
    const name = `${resource} ${caller} ${item}`;
    const windows = windowsAt(all.get(name), now);
    all.set(name, windows);
    const { minute, hour } = windows;
    minute.writes += 1;
    const isRefused = minute.taken >= MINUTE_LIMIT || hour.taken >= HOUR_LIMIT;
    if (!isRefused) {
      minute.taken += 1;
      hour.taken += 1;
    }
    return withWrite(writes, { isRefused, inMinute: minute.writes }, now);
  };
}

/** What is asked about the writes of a resource's callers. */
export interface WriteCase {
  readonly usage: Usage;
  readonly state: Pick<CutoverState, 'pins'>;
  /** Renders a caller (fingerprint) for people. */
  readonly callerText: (caller: string) => string;
}

/** Writes of one caller that v2 would refuse by its rate limit. */
interface CallerForecast {
  readonly share: number;
  readonly sentence: string;
}

/** Forecasts from the writes of the last day whose writes v2 would refuse; of callers pinned to v1 nothing, the worst first. */
export function forecastWrites(
  { usage, state, callerText }: WriteCase,
  now: number,
): readonly CallerForecast[] {
  const first = Math.floor(now / HOUR) - HOURS_KEPT;
  const rows = [...usage.callers].flatMap(([caller, { writes = [] }]) => {
    const hours = writes.filter(({ hour }) => hour > first);
    const sum = (name: 'writes' | 'refused'): number => hours.reduce((total, one) => total + one[name], 0);
    const refused = sum('refused');
    if (refused === 0 || state.pins.get(caller) === 'v1') return [];
    const most = Math.max(...hours.map(({ mostInMinute }) => mostInMinute));
    const share = refused / sum('writes');
    const sentence = `${callerText(caller)} writes up to ${most} times a minute to one resource, v2 takes ${MINUTE_LIMIT}, and ${HOUR_LIMIT} an hour: ${percentText(Number(share.toPrecision(2)))} would be refused`;
    return [{ share, sentence }];
  });
  return rows.toSorted((one, other) => other.share - one.share);
}

/** Checks that v2 would refuse hardly a write of any caller. */
export function forecastConditions(asked: WriteCase, tolerance: number, now: number): readonly Condition[] {
  const rows = forecastWrites(asked, now);
  const [worst] = rows;
  if (worst === undefined) return [];
  const more = rows.length > MAX_NAMED ? [`and ${rows.length - MAX_NAMED} more`] : [];
  const sentence = [...rows.slice(0, MAX_NAMED).map((row) => row.sentence), ...more].join('; ');
  return [{ name: 'writes', outlook: worst.share > tolerance ? 'failing' : 'passed', sentence }];
}
