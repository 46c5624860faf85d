import { restoreTraffic, sliceRows } from '../../../src/cutover/evidence/evidenceRows.js';
import { HOUR_MS } from '../../../src/contract/clock.js';
import {
  countTraffic,
  emptyTraffic,
  RECENT_MS,
  type ServedRequest,
} from '../../../src/cutover/evidence/traffic.js';
import { countRecentFailures } from '../../../src/cutover/evidence/trafficFindings.js';
import { sidesSince, trafficSeries } from '../../../src/cutover/evidence/trafficSeries.js';
import { served } from '../support/served.ts';

const [SECOND, MINUTE] = [1_000, 60_000];
const NOW = Date.UTC(2025, 10, 3, 12);

/** Traffic of one operation by requests at some instants. */
function trafficOf(requests: readonly (readonly [at: number, more?: Partial<ServedRequest>])[]) {
  const operation = emptyTraffic();
  for (const [at, more] of requests) countTraffic(operation, served(more), 0, at);
  return new Map([['readOffer', operation]]);
}

describe('the traffic of an operation', () => {
  it('is known for the whole last hour, including its first instant', () => {
    const traffic = trafficOf([0, HOUR_MS].map((at) => [at, { side: 'v1' }]));
    expect(sidesSince(traffic, 0).v1.requests).toBe(2);
  });

  it('is known by side for five and for sixty minutes, with the 95th percentile of latency', () => {
    const now = 2 * HOUR_MS;
    const all = trafficOf([
      ...Array.from({ length: 720 }, (_, step) => [step * 10 * SECOND, { side: 'v1' }] as const),
      ...Array.from(
        { length: 20 },
        (_, number) => [now, { milliseconds: number === 0 ? 9_000 : 100, failed: number === 0 }] as const,
      ),
    ]);
    const { v1, v2 } = sidesSince(all, now - RECENT_MS);
    expect(v1).toMatchObject({ requests: 30, errors: 0 });
    expect(v2).toMatchObject({ requests: 20, errors: 1 });
    expect(v2.p95).toBeGreaterThanOrEqual(100);
    expect(v2.p95).toBeLessThanOrEqual(125);
    expect(sidesSince(all, now - HOUR_MS).v1.requests).toBeGreaterThanOrEqual(330);
    expect(sidesSince(all, now + SECOND).v1).toEqual({ requests: 0, errors: 0, p95: undefined });
  });

  it('takes at most 75 slices, however many requests come', () => {
    const all = trafficOf(Array.from({ length: 3 * 3_600 }, (_, second) => [second * SECOND]));
    expect(all.get('readOffer')?.slices.length).toBeLessThanOrEqual(75);
    const sum = sidesSince(all, 0).v2.requests;
    expect(sum).toBeGreaterThanOrEqual(3_300);
    expect(sum).toBeLessThanOrEqual(3_900);
  });

  it('goes on after a restart from its counters, with a row that is never longer than it was', () => {
    const at = [0, 1, 10 * SECOND, 11 * SECOND].map((at) => [at, { failed: at > 0 }] as const);
    const traffic = trafficOf(at).get('readOffer') ?? emptyTraffic();
    const rows = traffic.slices.flatMap((slice) =>
      sliceRows(slice).map((row) => ({ ...row, bucketAt: slice.at })),
    );
    const restored = restoreTraffic(rows, 0);
    expect(restored.slices).toEqual(traffic.slices);
    expect([traffic.streak.v2, restored.streak.v2]).toEqual([3, 2]);
  });
});

/** Traffic on a clock: each request comes so many seconds after the one before. */
function opened() {
  const traffic = emptyTraffic();
  let at = 1_000_000;
  const ask = (count: number, seconds: number, failed = false): void => {
    for (let request = 0; request < count; request += 1) {
      at += seconds * SECOND;
      countTraffic(traffic, served({ failed }), 0, at);
    }
  };
  return { ask, now: () => countRecentFailures(traffic, 'v2Failed', 'v2', at) };
}

describe('failures of the last five minutes', () => {
  it('end after 20 s and three answered requests', () => {
    const { ask, now } = opened();
    ask(6, 1, true);
    ask(14, 1);
    expect(now()).toEqual({ failed: 6, requests: 20 });
    ask(12, 1);
    expect(now()).toEqual({ failed: 0, requests: 32 });
  });

  it('last while nobody has been answered since', () => {
    const { ask, now } = opened();
    ask(6, 1, true);
    ask(2, 60);
    expect(now().failed).toBe(6);
  });

  it('last while one failure comes every minute, until three minutes after the last', () => {
    const { ask, now } = opened();
    for (let minute = 0; minute < 5; minute += 1) {
      ask(1, 1, true);
      ask(59, 1);
    }
    expect(now()).toEqual({ failed: 5, requests: 300 });
    ask(110, 1);
    expect(now().failed).toBeGreaterThan(0);
    ask(20, 1);
    expect(now().failed).toBe(0);
  });
});

describe('the series of the traffic', () => {
  it('is empty before the first request', () => {
    expect(trafficSeries([new Map()], NOW)).toEqual([]);
  });

  it('sums up the requests of all resources by side, finer for the last five minutes', () => {
    const old = trafficOf([[NOW - 30 * MINUTE, { side: 'v1', milliseconds: 10 }]]);
    const fresh = trafficOf([
      [NOW - 25_000, { side: 'v1', milliseconds: 10 }],
      [NOW - 24_000, { failed: true, milliseconds: 400 }],
    ]);
    const series = trafficSeries([old, fresh], NOW);
    expect(series[0]).toMatchObject({ seconds: 300, requests: { v1: 1, v2: 0 } });
    expect(series.filter(({ seconds }) => seconds === 10)).toHaveLength(59);
    const [point] = series.filter(({ requests }) => requests.v2 === 1);
    expect(point).toMatchObject({ at: NOW - 30_000, requests: { v1: 1, v2: 1, gateway: 2 } });
    expect(point?.errors).toEqual({ v1: 0, v2: 1, gateway: 1 });
    expect(point?.p50.gateway).toBe(point?.p50.v1);
    expect(point?.p99.gateway).toBe(point?.p99.v2);
    expect(point?.p99.v2).toBeGreaterThan(point?.p99.v1 ?? Infinity);
  });

  it('loses no request of finished steps, and counts none twice', () => {
    const at = Array.from({ length: 588 }, (_, index) => NOW - 59 * MINUTE + index * 6_000);
    const series = trafficSeries([trafficOf(at.map((value) => [value, { side: 'v1' }]))], NOW);
    expect(series.reduce((sum, { requests }) => sum + requests.v1, 0)).toBe(588);
  });

  it.each([0, 1_500, 4_321, 9_999, 12_345, 299_000])(
    'shows a constant load as constant even at a change of steps: %i ms after a full five minutes',
    (countAfter) => {
      const now = NOW + countAfter;
      const at = Array.from({ length: 6 * 3_000 }, (_, index) => now - 3_000_000 + index * (1_000 / 6));
      const series = trafficSeries([trafficOf(at.map((value) => [value]))], now);
      const rates = series.map(({ requests, seconds }) => requests.v2 / seconds);
      expect(Math.min(...rates)).toBeGreaterThan(5.7);
      expect(Math.max(...rates)).toBeLessThan(6.3);
      for (const [index, { at: begin, seconds }] of series.entries()) {
        const next = series[index + 1];
        if (next !== undefined && index > 0) expect(next.at).toBe(begin + seconds * 1_000);
      }
    },
  );
});
