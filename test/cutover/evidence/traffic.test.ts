import { restoredTraffic, sliceRows } from '../../../src/cutover/evidence/evidenceRows';
import { countTraffic, HOUR, noTraffic, RECENT, type Served } from '../../../src/cutover/evidence/traffic';
import { sidesSince } from '../../../src/cutover/evidence/trafficSeries';

const SECOND = 1_000;

const served = (more: Partial<Served>): Served => ({
  resource: 'offer',
  operation: 'readOffer',
  caller: 'a',
  side: 'v2',
  because: 'stage',
  failed: false,
  signature: '200',
  milliseconds: 5,
  ...more,
});

describe('the traffic of an operation', () => {
  it('is known for the whole last hour, including its first instant', () => {
    const traffic = noTraffic();
    for (const at of [0, HOUR]) countTraffic(traffic, served({ side: 'v1' }), 0, at);
    expect(sidesSince(new Map([['readOffer', traffic]]), 0).v1.requests).toBe(2);
  });

  it('is known by side for five and for sixty minutes, with the 95th percentile of latency', () => {
    const traffic = noTraffic();
    for (let at = 0; at < 2 * HOUR; at += 10 * SECOND) countTraffic(traffic, served({ side: 'v1' }), 0, at);
    const now = 2 * HOUR;
    for (let number = 0; number < 20; number += 1) {
      countTraffic(
        traffic,
        served({ milliseconds: number === 0 ? 9_000 : 100, failed: number === 0 }),
        0,
        now,
      );
    }
    const all = new Map([['readOffer', traffic]]);
    const { v1, v2 } = sidesSince(all, now - RECENT);
    expect(v1).toMatchObject({ requests: 30, errors: 0 });
    expect(v2).toMatchObject({ requests: 20, errors: 1 });
    expect(v2.p95).toBeGreaterThanOrEqual(100);
    expect(v2.p95).toBeLessThanOrEqual(125);
    expect(sidesSince(all, now - HOUR).v1.requests).toBeGreaterThanOrEqual(330);
    expect(sidesSince(all, now + SECOND).v1).toEqual({ requests: 0, errors: 0, p95: undefined });
  });

  it('takes at most 45 slices, however many requests come', () => {
    const traffic = noTraffic();
    for (let at = 0; at < 3 * HOUR; at += SECOND) countTraffic(traffic, served({}), 0, at);
    expect(traffic.slices.length).toBeLessThanOrEqual(75);
    const sum = sidesSince(new Map([['readOffer', traffic]]), 0).v2.requests;
    expect(sum).toBeGreaterThanOrEqual(3_300);
    expect(sum).toBeLessThanOrEqual(3_900);
  });

  it('goes on after a restart from its counters, with a row that is never longer than it was', () => {
    const traffic = noTraffic();
    for (const [at, failed] of [
      [0, false],
      [1, true],
      [10 * SECOND, true],
      [11 * SECOND, true],
    ] as const)
      countTraffic(traffic, served({ failed }), 0, at);
    const rows = traffic.slices.flatMap((slice) =>
      sliceRows(slice).map((row) => ({ ...row, bucketAt: slice.at })),
    );
    const restored = restoredTraffic(rows, 0);
    expect(restored.slices).toEqual(traffic.slices);
    expect([traffic.row.v2, restored.row.v2]).toEqual([3, 2]);
  });
});
