import { latencyBelow } from './latency';
import { HOUR, RECENT, type Slice, type Traffic } from './traffic';
import type { Side } from '../stages/stage';

/** Traffic of one slice of the last hour; latencies in ms, absent without requests. */
interface SeriesPoint {
  /** Begin, clock ms. */
  readonly at: number;
  readonly seconds: number;
  readonly requests: Readonly<Record<Side, number>>;
  readonly errors: Readonly<Record<Side, number>>;
  readonly p50: Readonly<Partial<Record<Side, number>>>;
  readonly p99: Readonly<Partial<Record<Side, number>>>;
}

/** Length (ms) of a point within the last five minutes. */
const STEP = 10_000;

interface Sum {
  readonly requests: Record<Side, number>;
  readonly errors: Record<Side, number>;
  readonly latency: Record<Side, Map<number, number>>;
}

const noSum = (): Sum => ({
  requests: { v1: 0, v2: 0 },
  errors: { v1: 0, v2: 0 },
  latency: { v1: new Map(), v2: new Map() },
});

const SIDES = ['v1', 'v2'] as const;

function addSlice(sum: Sum, slice: Slice): void {
  for (const side of SIDES) {
    sum.requests[side] += slice[side];
    sum.errors[side] += slice[`${side}Failed`];
    for (const [name, count] of slice.latency[side])
      sum.latency[side].set(name, (sum.latency[side].get(name) ?? 0) + count);
  }
}

const below = ({ latency }: Sum, share: number): SeriesPoint['p50'] =>
  Object.fromEntries(
    SIDES.filter((side) => latency[side].size > 0).map((side) => [side, latencyBelow(latency[side], share)]),
  );

/**
 * Sums up the traffic of several resources along the last hour, oldest first: in steps of five minutes, of ten seconds
 * in the last five. A step without requests is a point too; what was counted before the first request is left out.
 */
export function trafficSeries(traffics: readonly Traffic[], now: number): readonly SeriesPoint[] {
  const slices = traffics.flatMap((traffic) => [...traffic.values()].flatMap((one) => one.slices));
  const recent = Math.ceil((now - RECENT) / STEP) * STEP;
  // A coarse step ends where the fine ones begin.
  const beginOf = (at: number): number =>
    at >= recent ? Math.floor(at / STEP) * STEP : recent - Math.ceil((recent - at) / RECENT) * RECENT;
  const first = Math.min(...slices.map(({ at }) => at));
  const sums = new Map<number, Sum>();
  for (let at = recent - (HOUR - RECENT); at < now; at += at >= recent ? STEP : RECENT)
    if (at + (at >= recent ? STEP : RECENT) > first) sums.set(at, noSum());
  for (const slice of slices) {
    const sum = sums.get(beginOf(slice.at));
    if (sum !== undefined) addSlice(sum, slice);
  }
  return [...sums].map(([at, sum]) => {
    const { requests, errors } = sum;
    const length = at >= recent ? STEP : RECENT;
    // The last step is not over yet.
    const seconds = Math.max(1, Math.min(length, now - at) / 1_000);
    return { at, seconds, requests, errors, p50: below(sum, 0.5), p99: below(sum, 0.99) };
  });
}
