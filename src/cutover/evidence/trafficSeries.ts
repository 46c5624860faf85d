import { addEachCount } from '../../contract/recent';
import { FINE, HOUR, latencyBelow, RECENT, SIDES, SLICE, type Slice, type Traffic } from './traffic';
import type { Side } from '../stages/stage';

type Answerer = Side | 'gateway';

/** Traffic of one slice of the last hour; latencies in ms, absent without requests. */
interface SeriesPoint {
  /** Start of the slice, clock ms. */
  readonly at: number;
  readonly seconds: number;
  readonly requests: Readonly<Record<Answerer, number>>;
  readonly errors: Readonly<Record<Answerer, number>>;
  readonly p50: Readonly<Partial<Record<Answerer, number>>>;
  readonly p99: Readonly<Partial<Record<Answerer, number>>>;
}

/** Time (ms) after which the counts of all processes have arrived. */
const SETTLING_MS = 1_000;

interface Sum {
  readonly requests: Record<Answerer, number>;
  readonly errors: Record<Answerer, number>;
  readonly latency: Record<Answerer, Map<number, number>>;
}

const noSum = (): Sum => ({
  requests: { v1: 0, v2: 0, gateway: 0 },
  errors: { v1: 0, v2: 0, gateway: 0 },
  latency: { v1: new Map(), v2: new Map(), gateway: new Map() },
});

const ANSWERERS = [...SIDES, 'gateway'] as const;

function addSlice(sum: Sum, slice: Slice): void {
  for (const side of SIDES) {
    for (const answerer of [side, 'gateway'] as const) {
      sum.requests[answerer] += slice[side];
      sum.errors[answerer] += slice[`${side}Failed`];
      addEachCount(sum.latency[answerer], slice.latency[side]);
    }
  }
}

const below = ({ latency }: Sum, share: number): SeriesPoint['p50'] =>
  Object.fromEntries(
    ANSWERERS.filter((answerer) => latency[answerer].size > 0).map((answerer) => [
      answerer,
      latencyBelow(latency[answerer], share),
    ]),
  );

/**
 * Sums up the traffic of several resources over the last hour, oldest first: in steps of five minutes, of ten seconds
 * in the last five to ten minutes. Only finished steps are points, even without requests; the time before the first
 * request is left out.
 */
export function trafficSeries(traffics: readonly Traffic[], now: number): readonly SeriesPoint[] {
  const slices = traffics.flatMap((traffic) =>
    [...traffic.values()].flatMap((operationTraffic) => operationTraffic.slices),
  );
  const fineFrom = Math.ceil((now - FINE) / RECENT) * RECENT;
  const lengthAt = (at: number): number => (at >= fineFrom ? SLICE : RECENT);
  const beginOf = (at: number): number => Math.floor(at / lengthAt(at)) * lengthAt(at);
  const firstAt = Math.min(...slices.map(({ at }) => at));
  const sums = new Map<number, Sum>();
  for (
    let at = beginOf(Math.max(firstAt, now - HOUR));
    at + lengthAt(at) + SETTLING_MS <= now;
    at += lengthAt(at)
  )
    sums.set(at, noSum());
  for (const slice of slices) {
    const sum = sums.get(beginOf(slice.at));
    if (sum !== undefined) addSlice(sum, slice);
  }
  return [...sums].map(([at, sum]) => {
    const { requests, errors } = sum;
    // The first step starts with the first request.
    const seconds = Math.max(1_000, at + lengthAt(at) - Math.max(at, firstAt)) / 1_000;
    return { at, seconds, requests, errors, p50: below(sum, 0.5), p99: below(sum, 0.99) };
  });
}

export interface SideTraffic {
  readonly requests: number;
  /** Failed requests, including those that the other side rescued. */
  readonly errors: number;
  /** Latency (ms) within which 95% were answered, at most 25% too high; undefined without requests. */
  readonly p95: number | undefined;
}

/** Sums up the requests of each side over all operations since an instant (clock ms). */
export function sidesSince(traffic: Traffic, from: number): Readonly<Record<Side, SideTraffic>> {
  const sum = noSum();
  for (const { slices } of traffic.values())
    for (const slice of slices) if (slice.at >= from) addSlice(sum, slice);
  const of = (side: Side): SideTraffic => {
    const latency = sum.latency[side];
    const p95 = latency.size === 0 ? undefined : Math.round(latencyBelow(latency, 0.95));
    return { requests: sum.requests[side], errors: sum.errors[side], p95 };
  };
  return { v1: of('v1'), v2: of('v2') };
}
