import type { Side } from '../stages/stage';
import { countsSince, type OperationTraffic, RECENT, type Slice } from './traffic';

/** What fails: all requests of a side, slow ones, or those that v1 has answered in v2's place. */
type FailureName = `${Side}Failed` | `${Side}Slow` | 'rescued';

/** Pauses between two failures, on the average, without a further one, that end their series; at least so long (ms). */
const ENDING_PAUSES = 3;
const LEAST_QUIET_MS = 20_000;

/** Requests without a failure that end a series at least. */
const CLEAN_REQUESTS = 3;

interface Series {
  readonly first: number;
  readonly latest: number;
  readonly failures: number;
  /** Requests of later slices, none of which has failed. */
  readonly clean: number;
}

function isOver({ first, latest, failures, clean }: Series, now: number): boolean {
  const pause = (latest - first) / Math.max(1, failures - 1);
  return clean >= CLEAN_REQUESTS && now - latest >= Math.max(LEAST_QUIET_MS, ENDING_PAUSES * pause);
}

function lengthened(series: Series | undefined, { at }: Slice, failures: number): Series {
  const isNew = series === undefined || isOver(series, at);
  const { first, failures: earlier } = isNew ? { first: at, failures: 0 } : series;
  return { first, latest: at, failures: earlier + failures, clean: 0 };
}

/** Counts the requests of the last five minutes, and their failures unless they are over. */
export function failuresNow(
  traffic: OperationTraffic,
  name: FailureName,
  side: Side,
  now: number,
): { readonly failed: number; readonly requests: number } {
  const begin = now - RECENT;
  let series: Series | undefined;
  for (const slice of traffic.slices.filter(({ at }) => at >= begin)) {
    if (slice[name] > 0) series = lengthened(series, slice, slice[name]);
    else if (series !== undefined) series = { ...series, clean: series.clean + slice[side] };
  }
  const failed = series === undefined || isOver(series, now) ? 0 : series.failures;
  return { failed, requests: countsSince(traffic, begin)[side] };
}
