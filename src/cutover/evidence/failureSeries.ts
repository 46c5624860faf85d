import type { Side } from '../stages/stage';
import { countsSince, type OperationTraffic, RECENT, SLICE } from './traffic';

/** What fails: all requests of a side, slow ones, those that v1 has answered in v2's place, or writes that v2 alone refuses. */
type FailureName = `${Side}Failed` | `${Side}Slow` | 'rescued' | 'limited' | 'barred';

/** Pauses between two failures, on the average, without a further one, after which they are over; at least so long (ms). */
const ENDING_PAUSES = 3;
const LEAST_QUIET_MS = 20_000;
/** Limits of writes begin anew each minute, so that refusals pause within it. */
const LIMIT_PERIOD_MS = 60_000;

/** Requests without a failure after which they are over at least. */
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
  // The latest failure may stand at the end of its slice.
  const isQuiet = now - (latestAt + SLICE) >= Math.max(leastQuiet, ENDING_PAUSES * pause);
  const isOver = isQuiet && countsSince(traffic, latestAt + 1)[side] >= CLEAN_REQUESTS;
  return { failed: isOver ? 0 : failed, requests };
}
