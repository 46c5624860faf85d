import { type AlarmCondition, type AlarmActivityCheck, causeList, MAX_NAMED } from '../alarms';
import type { Side } from '../stages/stage';
import { refusedWriteEnds } from './rateConditions';
import {
  countsSince,
  type OperationTraffic,
  streakLifetimeMs,
  RECENT_MS,
  SIDES,
  SLICE_MS,
  type Traffic,
} from './traffic';

/**
 * Kind of failure: of all requests of a side, slow ones, requests that v1 answered after v2, or writes that only v2
 * refuses.
 */
type FailureName = `${Side}Failed` | `${Side}Slow` | 'rescued' | 'limited' | 'barred';

/** Number of average pauses without a further failure after which a series is over, and the least time (ms) for that. */
const ENDING_PAUSES = 3;
const MIN_QUIET_MS = 20_000;
/** Period (ms) of the limits of writes, within which refusals pause. */
const LIMIT_PERIOD_MS = 60_000;

/** Least number of requests without a failure after which a series is over. */
const CLEAN_REQUESTS = 3;

/** Counts the requests of the last five minutes (of a side, or its accepted writes), and their failures unless they are over. */
export function countRecentFailures(
  traffic: OperationTraffic,
  name: FailureName,
  side: Side | 'accepted',
  now: number,
): { readonly failed: number; readonly requests: number } {
  const counts = countsSince(traffic, now - RECENT_MS);
  const { [name]: failed, [side]: requests } = counts;
  const failing = traffic.slices.filter((slice) => slice.at >= now - RECENT_MS && slice[name] > 0);
  const [firstAt = 0, latestAt = 0] = [failing.at(0)?.at, failing.at(-1)?.at];
  const pause = (latestAt - firstAt) / Math.max(1, failed - 1);
  const leastQuiet = name === 'limited' ? LIMIT_PERIOD_MS : MIN_QUIET_MS;
  // The latest failure may be at the end of its slice.
  const isQuiet = now - (latestAt + SLICE_MS) >= Math.max(leastQuiet, ENDING_PAUSES * pause);
  const isOver = isQuiet && countsSince(traffic, latestAt + 1)[side] >= CLEAN_REQUESTS;
  return { failed: isOver ? 0 : failed, requests };
}

/** Number of failures within five minutes, or in a row, that raise an alarm. */
const FAILURES = 5;

/** Share of failures above which the alarm starts, and the share at which it ends. */
const BEGINS = 0.05;
const ENDS = 0.02;

/** Number of refused writes within five minutes, of any callers, that raise an alarm: none is a mistake of its caller. */
const REFUSED_WRITES = 3;

interface Rate {
  readonly operation: string;
  readonly failed: number;
  readonly requests: number;
}

const isAlarming = ({ failed, requests }: Omit<Rate, 'operation'>, lasts: boolean): boolean =>
  lasts ? failed > ENDS * requests : failed >= FAILURES && failed > BEGINS * requests;

function ratesText(rates: readonly Rate[]): string {
  const worstFirst = rates.toSorted((rate, nextRate) => nextRate.failed - rate.failed);
  const texts = worstFirst.map(({ operation, failed, requests }) => `${operation} ${failed} of ${requests}`);
  return causeList(texts, MAX_NAMED);
}

interface TrafficCheck {
  readonly traffic: Traffic;
  readonly stageSince: number;
  readonly now: number;
}

/** Counts failures in a row, even rare ones, unless there was no further request for long. */
function streakLength(
  side: Side,
  { streak, slices, stageSince }: OperationTraffic,
  check: TrafficCheck,
): number {
  const [latestAt = 0, beforeAt = latestAt] = [slices.at(-1)?.at, slices.at(-2)?.at];
  const counts =
    stageSince === check.stageSince && check.now - latestAt < streakLifetimeMs(latestAt - beforeAt);
  return counts && streak[side] >= FAILURES ? streak[side] : 0;
}

const SERIES = [
  { word: 'failures', name: 'Failed', severity: 'critical', says: 'has failed requests of' },
  { word: 'slow', name: 'Slow', severity: 'warning', says: 'has been slow, 3 s or more, in' },
] as const;

/**
 * Returns the alarms for failures, slowness and fallbacks to v1, 5 within five minutes and over 5% of the requests, and
 * for each operation with writes that v2 refuses and v1 accepts, until v2 accepts them again.
 */
export function trafficFindings(
  subject: string,
  lasts: AlarmActivityCheck,
  check: TrafficCheck,
): readonly AlarmCondition[] {
  const operations = [...check.traffic];
  const sides = SIDES.flatMap((side) =>
    SERIES.flatMap(({ word, name, severity, says }): AlarmCondition[] => {
      const kind = `${word} ${side}` as const;
      const rates = operations.flatMap(([operation, counted]) => {
        const counts = countRecentFailures(counted, `${side}${name}`, side, check.now);
        const inRow = name === 'Failed' ? streakLength(side, counted, check) : 0;
        const rate = { failed: Math.max(inRow, counts.failed), requests: Math.max(inRow, counts.requests) };
        return isAlarming(rate, lasts(kind, subject)) ? [{ operation, ...rate }] : [];
      });
      if (rates.length === 0) return [];
      const text = `${subject}: ${side} ${says} the last five minutes: ${ratesText(rates)}`;
      return [{ kind, severity, subject, text }];
    }),
  );
  const counts = operations.map(([, counted]) => countRecentFailures(counted, 'rescued', 'v2', check.now));
  const failures = counts.reduce((sum, count) => sum + count.failed, 0);
  const requests = counts.reduce((sum, count) => sum + count.requests, 0);
  const text = `${subject}: v1 has answered in v2's place ${failures} of ${requests} requests of the last five minutes`;
  const fallbacks: AlarmCondition = { kind: 'fallbacks', severity: 'critical', subject, text };
  const refusals = operations.flatMap(([operation, counted]) =>
    refusedWriteEnds.flatMap(({ end, reason }): AlarmCondition[] => {
      const { failed: refused } = countRecentFailures(counted, end, 'accepted', check.now);
      const findingPart = `${operation} ${end}`;
      if (refused < (lasts('refusals v2', subject, findingPart) ? 1 : REFUSED_WRITES)) return [];
      const text = `${subject}: v2 refuses writes that v1 takes, ${reason}: ${refused} of ${operation} in the last five minutes`;
      return [{ kind: 'refusals v2', severity: 'warning', subject, part: findingPart, text }];
    }),
  );
  const isFallingBack = isAlarming({ failed: failures, requests }, lasts('fallbacks', subject));
  return [...sides, ...(isFallingBack ? [fallbacks] : []), ...refusals];
}
