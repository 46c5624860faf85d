import { HOUR_MS } from '../../contract/clock';
import { addEachCount } from '../../contract/recent';
import {
  SHORT_SLICES_UNTIL_MS,
  addSlice,
  latencyBelow,
  newSlice,
  RECENT_MS,
  SIDES,
  SLICE_MS,
  type Slice,
  type Traffic,
} from './traffic';
import type { Side } from '../stages/stage';

/** Time (ms) after which the counts of all processes have arrived. */
const SETTLING_MS = 1_000;

/** Returns the figures of each side, and of both together. Latencies are in ms, and absent without requests. */
function figuresOf(sum: Slice) {
  const latency = { ...sum.latency, gateway: new Map<number, number>() };
  for (const side of SIDES) addEachCount(latency.gateway, sum.latency[side]);
  const latenciesBelow = (share: number): Partial<Record<Side | 'gateway', number>> =>
    Object.fromEntries(
      Object.entries(latency)
        .filter(([, counts]) => counts.size > 0)
        .map(([answerer, counts]) => [answerer, latencyBelow(counts, share)]),
    );
  return {
    requests: { v1: sum.v1, v2: sum.v2, gateway: sum.v1 + sum.v2 },
    errors: { v1: sum.v1Failed, v2: sum.v2Failed, gateway: sum.v1Failed + sum.v2Failed },
    p50: latenciesBelow(0.5),
    p99: latenciesBelow(0.99),
  };
}

/**
 * Sums up the traffic of several resources over the last hour, oldest first: in steps of five minutes, of ten seconds
 * in the last five to ten minutes. Only finished steps are points, even without requests. The time before the first
 * request is left out.
 */
export function trafficSeries(traffics: readonly Traffic[], now: number) {
  const slices = traffics.flatMap((traffic) => [...traffic.values()].flatMap((counted) => counted.slices));
  const fineFrom = Math.ceil((now - SHORT_SLICES_UNTIL_MS) / RECENT_MS) * RECENT_MS;
  const lengthAt = (at: number): number => (at >= fineFrom ? SLICE_MS : RECENT_MS);
  const beginOf = (at: number): number => Math.floor(at / lengthAt(at)) * lengthAt(at);
  const firstAt = Math.min(...slices.map(({ at }) => at));
  const sums = new Map<number, Slice>();
  for (
    let at = beginOf(Math.max(firstAt, now - HOUR_MS));
    at + lengthAt(at) + SETTLING_MS <= now;
    at += lengthAt(at)
  )
    sums.set(at, newSlice(at));
  for (const slice of slices) {
    const sum = sums.get(beginOf(slice.at));
    if (sum !== undefined) addSlice(sum, slice);
  }
  return [...sums].map(([at, sum]) => {
    // The first step starts with the first request.
    const seconds = Math.max(1_000, at + lengthAt(at) - Math.max(at, firstAt)) / 1_000;
    return { at, seconds, ...figuresOf(sum) };
  });
}

export interface SideTraffic {
  readonly requests: number;
  /** Failed requests, including those that the other side rescued. */
  readonly errors: number;
  /** Latency (ms) within which 95% were answered, at most 25% too high. It is undefined without requests. */
  readonly p95: number | undefined;
}

/** Sums up the requests of each side over all operations since an instant (clock ms). */
export function sidesSince(traffic: Traffic, from: number): Readonly<Record<Side, SideTraffic>> {
  const sum = newSlice(from);
  for (const { slices } of traffic.values())
    for (const slice of slices) if (slice.at >= from) addSlice(sum, slice);
  const sumSide = (side: Side): SideTraffic => {
    const latency = sum.latency[side];
    const p95 = latency.size === 0 ? undefined : Math.round(latencyBelow(latency, 0.95));
    return { requests: sum[side], errors: sum[`${side}Failed`], p95 };
  };
  return { v1: sumSide('v1'), v2: sumSide('v2') };
}
