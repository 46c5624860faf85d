import { backEvidence } from '../../../src/cutover/canaryGuard.js';
import {
  cleanRequestsNeeded,
  excessEvidence,
  parityEvidence,
} from '../../../src/cutover/evidence/rateConditions.js';
import { bucketError, falseBacks, promotedAt, worstServedErrors } from '../support/simulations.ts';

// The bounds hold for every number of runs; three standard errors are added because the runs are few.
const threeErrors = (share: number, runs: number): number => 3 * Math.sqrt((share * (1 - share)) / runs);

describe('the gate at a rate', () => {
  it.each([
    [0.05, 67],
    [0.01, 340],
    [0.005, 682],
    [0.001, 3_415],
  ])('of %d passes a clean candidate after %i requests', (limit, requests) => {
    expect(cleanRequestsNeeded(0, 0, limit)).toBe(requests);
    expect(cleanRequestsNeeded(0, 100 - 40, limit)).toBe(requests - 60);
    expect(cleanRequestsNeeded(0, requests, limit)).toBe(0);
  });

  it.each([0.05, 0.005])('promotes at most 5%% of candidates exactly at its limit of %d', (limit) => {
    expect(promotedAt(limit, limit, 1_000, 100 / limit, 1)).toBeLessThanOrEqual(
      0.05 + threeErrors(0.05, 1_000),
    );
  });

  it('promotes every candidate that differs a tenth as often as it may', () => {
    expect(promotedAt(0.0005, 0.005, 500, 200_000, 1)).toBeGreaterThan(0.99);
  });

  it('needs more clean requests after each difference', () => {
    const needed = [0, 1, 2, 3].map((hits) => cleanRequestsNeeded(hits, 500, 0.005));
    expect(needed).toEqual(needed.toSorted((value, nextValue) => value - nextValue));
    expect(parityEvidence(1, 500, 0.005)).toBeLessThan(parityEvidence(0, 500, 0.005));
  });

  it('finds an excess at twice the limit, but not at half of it', () => {
    expect(excessEvidence(100, 10_000, 0.005)).toBeGreaterThan(100);
    expect(excessEvidence(25, 10_000, 0.005)).toBeLessThan(1);
    expect(excessEvidence(99, 100, 0.5)).toBeGreaterThan(100);
  });
});

describe('the move back', () => {
  it.each([0, 0.0001, 0.001])(
    'is made after at most 4 served errors of a 5%% canary that fails every second request, v1 failing %d',
    (v1ErrorRate) => {
      expect(worstServedErrors(5, v1ErrorRate, 200, 2)).toBeLessThanOrEqual(4);
    },
  );

  it('needs three errors of a 5% canary when v1 has none', () => {
    expect(backEvidence(2, 0, 0.05)).toBeLessThan(100);
    expect(backEvidence(3, 0, 0.05)).toBeGreaterThan(100);
  });

  it.each([5, 50])('is made wrongly in at most 1%% of runs of 100,000 requests at %i%%', (percent) => {
    const settings = { percent, rate: 0.01, requests: 100_000 };
    expect(falseBacks(settings, 50, 3)).toBeLessThanOrEqual(0.01 + threeErrors(0.01, 50));
  });

  it('is not made with a single side', () => {
    expect([backEvidence(9, 0, 0), backEvidence(9, 0, 1)]).toEqual([1, 1]);
  });
});

describe('the buckets', () => {
  it.each([1, 5, 50])('give a canary of %d%% its share of callers', (percent) => {
    expect(bucketError(percent, 50_000)).toBeLessThan(0.6);
  });
});
