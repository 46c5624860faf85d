import { evidenceFromText, evidenceToText, noEvidence } from '../../../src/cutover/evidence/evidence';
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

  it('continues after a restart, even from the record of an older version', () => {
    const traffic = noTraffic();
    countTraffic(traffic, served({}), 0, 1);
    const text = evidenceToText([{ ...noEvidence(0), traffic: new Map([['readOffer', traffic]]) }]);
    expect(evidenceFromText(text)[0]?.traffic.get('readOffer')).toEqual(traffic);
    const older = evidenceFromText(text.replace(/,"latency":\{[^}]*\}/, ''))[0]?.traffic ?? new Map();
    expect(sidesSince(older, 0).v2).toMatchObject({ requests: 1, p95: undefined });
  });
});
