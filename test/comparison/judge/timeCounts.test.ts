import fc from 'fast-check';
import { createTimeCounts } from '../../../src/comparison/judge/timeCounts';

const MINUTE = 60_000;

describe('counts by time', () => {
  it('have a slice for each minute from the first to now', () => {
    const times = createTimeCounts();
    for (const at of [0, 1, 3 * MINUTE]) times.add(at);
    expect(times.until(4 * MINUTE)).toEqual({ from: 0, width: MINUTE, counts: [2, 0, 0, 1, 0] });
  });

  it('keep every event in at most 24 equal slices, in any order and over any time', () => {
    const instants = fc.array(fc.integer({ min: 0, max: 4_102_444_800_000 }), {
      minLength: 1,
      maxLength: 200,
    });
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 4_102_444_800_000 }), (all, now) => {
        const times = createTimeCounts();
        for (const at of all) times.add(at);
        const { from, width, counts } = times.until(now);
        expect(counts.length).toBeLessThanOrEqual(24);
        const last = Math.max(...all, now);
        expect(last).toBeLessThan(from + width * counts.length);
        counts.forEach((count, index) => {
          const [begin, end] = [from + width * index, from + width * (index + 1)];
          expect(count).toBe(all.filter((at) => at >= begin && at < end).length);
        });
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length);
      }),
    );
  });
});
