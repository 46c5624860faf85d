import { countTraffic, noTraffic, type Served } from '../../../src/cutover/evidence/traffic';
import { trafficSeries } from '../../../src/cutover/evidence/trafficSeries';

const NOW = Date.UTC(2025, 10, 3, 12);
const MINUTE = 60_000;

const served = (side: 'v1' | 'v2', failed: boolean, milliseconds: number): Served => ({
  resource: 'account',
  operation: 'getAccount',
  caller: '',
  because: 'stage',
  signature: '',
  side,
  failed,
  milliseconds,
});

function trafficOf(requests: readonly (readonly [number, Served])[]) {
  const operation = noTraffic();
  for (const [at, served] of requests) countTraffic(operation, served, 0, at);
  return new Map([['getAccount', operation]]);
}

describe('trafficSeries', () => {
  it('is empty before the first request', () => {
    expect(trafficSeries([new Map()], NOW)).toEqual([]);
  });

  it('sums up the requests of all resources by side, finer for the last five minutes', () => {
    const old = trafficOf([[NOW - 30 * MINUTE, served('v1', false, 10)]]);
    const fresh = trafficOf([
      [NOW - 25_000, served('v1', false, 10)],
      [NOW - 24_000, served('v2', true, 400)],
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
    const series = trafficSeries(
      [trafficOf(at.map((value) => [value, served('v1', false, 5)] as const))],
      NOW,
    );
    expect(series.reduce((sum, { requests }) => sum + requests.v1, 0)).toBe(588);
  });

  it.each([0, 1_500, 4_321, 9_999, 12_345, 299_000])(
    'shows a constant load as constant even at a change of steps: %i ms after a full five minutes',
    (countAfter) => {
      const now = NOW + countAfter;
      const at = Array.from({ length: 6 * 3_000 }, (_, index) => now - 3_000_000 + index * (1_000 / 6));
      const series = trafficSeries([trafficOf(at.map((value) => [value, served('v2', false, 5)]))], now);
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
