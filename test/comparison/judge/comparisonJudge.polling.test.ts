import { fc } from '../../support/fastCheck.ts';
import { createComparisonJudge } from '../../../src/comparison/judge/comparisonJudge.js';
import type { KeptDifference } from '../../../src/comparison/keep/observation.js';
import { randomFrom } from '../../cutover/support/simulations.ts';
import { difference, observed } from '../support/observations.ts';

describe('a client in a loop', () => {
  const path = 'data.attributes.updated_at';
  const text = (second: number) => JSON.stringify(new Date(second * 1_000).toISOString());

  /** Plays a client that asks for one thing every minute for two hours; returns the share of its answers that differ. */
  function polled(seed: number): number {
    const random = randomFrom(seed);
    const judge = createComparisonJudge({ epoch: 'e', rules: [] });
    const between = (value: number, nextValue: number) => ({
      path,
      at: path,
      kind: 'value' as const,
      severity: 'breaking' as const,
      v1: text(value),
      v2: text(nextValue),
    });
    const keptDifferences = (value: number, nextValue: number): readonly KeptDifference[] => [
      {
        ...between(value, nextValue),
        breaks: 'exact' as const,
        distance: Math.abs(value - nextValue),
        lengths: [20, 20] as const,
        hashes: [String(value), String(nextValue)] as const,
      },
    ];
    let differing = 0;
    for (let minute = 0; minute < 120; minute += 1) {
      const [v1 = 0, v2 = 0, repeatedAt = 0] = Array.from({ length: 3 }, () => random() * 60);
      const control = judge.wantsControl('getOffer', [between(v1, v2)])
        ? { control: keptDifferences(v1, repeatedAt), controlled: 'becauseDifferent' as const }
        : {};
      const { differs } = judge.add({
        id: String(minute),
        epoch: 'e',
        resource: 'offer',
        operation: 'getOffer',
        signature: 's',
        caller: 'c',
        request: 'GET /offer/1',
        at: minute * 60_000,
        outcome: 'compared' as const,
        differences: keptDifferences(v1, v2),
        ...control,
      });
      differing += differs ? 1 : 0;
    }
    return differing / 120;
  }

  it('makes no regression of differences between v1 and itself, though few of its requests count', () => {
    const shares = Array.from({ length: 200 }, (_, seed) => polled(seed));
    expect(shares.reduce((sum, share) => sum + share) / shares.length).toBeLessThan(0.005);
    expect(Math.max(...shares)).toBeLessThan(0.1);
  });
});

describe('the judge over time', () => {
  it('counts the requests of an issue by equal slices of time, at most 24 from the first to now', () => {
    const judged = createComparisonJudge({ epoch: 'epoch', rules: [] });
    const title = difference('data.attributes.title');
    const minute = 60_000;
    for (const at of [0, 1, 3 * minute]) judged.add(observed([title], { at }));
    const timesAt = (now: number) => judged.report(now).issues[0]?.times;
    const from = '1970-01-01T00:00:00.000Z';
    expect(timesAt(4 * minute)).toEqual({ from, seconds: 60, counts: [2, 0, 0, 1, 0] });
    judged.add(observed([title], { at: 100 * minute }));
    expect(timesAt(0)).toEqual({ from, seconds: 480, counts: [3, ...Array<number>(11).fill(0), 1] });
    judged.add(observed([title], { at: 20 * minute }));
    expect(timesAt(190 * minute)?.counts).toHaveLength(24);
  });

  it('counts each request in its slice of time, in any order and over any time', () => {
    const title = difference('data.attributes.title');
    const instant = fc.integer({ min: 0, max: 4_102_444_800_000 });
    fc.assert(
      fc.property(fc.array(instant, { minLength: 2, maxLength: 40 }), instant, (instants, now) => {
        const judged = createComparisonJudge({ epoch: 'epoch', rules: [] });
        for (const at of instants) judged.add(observed([title], { at }));
        const { from = '', seconds = 0, counts = [] } = judged.report(now).issues[0]?.times ?? {};
        const [firstMs, width] = [Date.parse(from), seconds * 1_000];
        const expected = counts.map((_, slice) => {
          const begin = firstMs + slice * width;
          return instants.filter((at) => at >= begin && at < begin + width).length;
        });
        expect(counts).toEqual(expected);
        expect(counts.length).toBeLessThanOrEqual(24);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(instants.length);
        expect(Math.max(...instants, now)).toBeLessThan(firstMs + width * counts.length);
      }),
    );
  });
});
