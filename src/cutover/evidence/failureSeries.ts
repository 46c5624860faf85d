import type { Side } from '../stages/stage';
import { countsSince, type OperationTraffic, RECENT, SLICE } from './traffic';

/**
 * Kind of failure: of all requests of a side, slow ones, requests that v1 answered after v2, or writes that only v2
 * refuses.
 */
type FailureName = `${Side}Failed` | `${Side}Slow` | 'rescued' | 'limited' | 'barred';

/** Number of average pauses without a further failure after which a series is over, and the least time (ms) for that. */
const ENDING_PAUSES = 3;
const LEAST_QUIET_MS = 20_000;
/** Period (ms) of the limits of writes, within which refusals pause. */
const LIMIT_PERIOD_MS = 60_000;

/** Least number of requests without a failure after which a series is over. */
const CLEAN_REQUESTS = 3;

/** Counts the requests of the last five minutes (of a side, or its accepted writes), and their failures unless they are over. */
export function failuresNow(
  traffic: OperationTraffic,
  name: FailureName,
  side: Side | 'accepted',
  now: number,
): { readonly failed: number; readonly requests: number } {
  const counts = countsSince(traffic, now - RECENT);
  const { [name]: failed, [side]: requests } = counts;
  const failing = traffic.slices.filter((slice) => slice.at >= now - RECENT && slice[name] > 0);
  const [firstAt = 0, latestAt = 0] = [failing.at(0)?.at, failing.at(-1)?.at];
  const pause = (latestAt - firstAt) / Math.max(1, failed - 1);
  const leastQuiet = name === 'limited' ? LIMIT_PERIOD_MS : LEAST_QUIET_MS;
  // The latest failure may be at the end of its slice.
  const isQuiet = now - (latestAt + SLICE) >= Math.max(leastQuiet, ENDING_PAUSES * pause);
  const isOver = isQuiet && countsSince(traffic, latestAt + 1)[side] >= CLEAN_REQUESTS;
  return { failed: isOver ? 0 : failed, requests };
}
