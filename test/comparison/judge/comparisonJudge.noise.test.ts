import { equallyNoisy, reportedRegressions } from '../support/simulations';

// The bounds hold for every number of runs; three standard errors are added for these few.
const threeErrors = (share: number, runs: number): number => 3 * Math.sqrt((share * (1 - share)) / runs);

const bothLooks = { byLot: 0.05, becauseDifferent: true };
const everyPair = { byLot: 1, becauseDifferent: false };

describe('the judge among noise', () => {
  it.each([
    ['by lot and because of differences', bothLooks, 1_000_000],
    ['at every pair', everyPair, 1_000_000],
    ['at repeats alone', { byLot: 0, becauseDifferent: false }, 60],
  ])('reports a regression in at most 5%% of runs without one, v1 asked %s', (_name, looks, different) => {
    const runs = 60;
    const reported = reportedRegressions({
      fields: equallyNoisy,
      looks,
      requests: 300,
      different,
      runs,
      seed: 1,
    });
    expect(reported).toBeLessThanOrEqual(0.05 + threeErrors(0.05, runs));
  });

  it('finds a field that differs in 60% of the pairs, in v1 itself in 50%, within 1,000 pairs', () => {
    const fields = [{ path: 'views', first: 0, v1: 0.5, v2: 0.6, values: 1_000 }];
    const foundCount = reportedRegressions({
      fields,
      looks: everyPair,
      requests: 1_000,
      different: 1_000_000,
      runs: 100,
      seed: 2,
    });
    expect(foundCount).toBeGreaterThanOrEqual(0.9 - threeErrors(0.9, 100));
  });
});
