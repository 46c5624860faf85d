import { MAX_NAMED } from '../alarms';
import type { CutoverState } from '../stages/stageState';
import { type Condition, percentText } from './rateConditions';
import { HOUR_MS } from '../../contract/clock';
import type { Usage } from './usage';
import { HOUR_LIMIT, HOURS_KEPT, MINUTE_LIMIT } from './writeHours';

/** Parameters of a forecast for the writes of a resource's callers. */
export interface WriteCase {
  readonly usage: Usage;
  readonly state: Pick<CutoverState, 'pins'>;
  /** Renders a caller (fingerprint) for people. */
  readonly callerText: (caller: string) => string;
}

/**
 * Forecasts, from the writes of the last day, the callers whose writes v2 would refuse, the worst first, without
 * callers pinned to v1.
 */
export function forecastWrites(
  { usage, state, callerText }: WriteCase,
  now: number,
): readonly { readonly share: number; readonly sentence: string }[] {
  const firstHour = Math.floor(now / HOUR_MS) - HOURS_KEPT;
  const rows = [...usage.callers].flatMap(([caller, { writes = [] }]) => {
    const hours = writes.filter(({ hour }) => hour > firstHour);
    const sum = (name: 'writes' | 'refused'): number =>
      hours.reduce((total, writesOfHour) => total + writesOfHour[name], 0);
    const refused = sum('refused');
    if (refused === 0 || state.pins.get(caller) === 'v1') return [];
    const most = Math.max(...hours.map(({ mostInMinute }) => mostInMinute));
    const share = refused / sum('writes');
    const sentence = `${callerText(caller)} writes up to ${most} times a minute to one resource, v2 takes ${MINUTE_LIMIT}, and ${HOUR_LIMIT} an hour: ${percentText(Number(share.toPrecision(2)))} would be refused`;
    return [{ share, sentence }];
  });
  return rows.toSorted((forecast, nextForecast) => nextForecast.share - forecast.share);
}

/** Checks that v2 would refuse hardly any write of each caller. */
export function forecastConditions(
  writeCase: WriteCase,
  tolerance: number,
  now: number,
): readonly Condition[] {
  const rows = forecastWrites(writeCase, now);
  const [worst] = rows;
  if (worst === undefined) return [];
  const more = rows.length > MAX_NAMED ? [`and ${rows.length - MAX_NAMED} more`] : [];
  const sentence = [...rows.slice(0, MAX_NAMED).map((row) => row.sentence), ...more].join('; ');
  return [{ name: 'writes', outlook: worst.share > tolerance ? 'failing' : 'passed', sentence }];
}
