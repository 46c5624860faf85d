import { createRepeatFilter } from '../../src/contract/recent.js';
import { breakerAfter, closedBreaker, isBreakerOpen } from '../../src/cutover/canaryGuard.js';
import { chooseFallback } from '../../src/gateway/refusal.js';

describe('the fallback', () => {
  it.each([
    ['untranslatable', 'v1', 'v1'],
    ['unsent', 'v1', 'v1'],
    ['refused', 'translatedError', 'translatedError'],
    ['failed', 'v1', 'ambiguous'],
    ['unfit', 'v1', 'ambiguous'],
  ] as const)(
    'is chosen for a request that was %s: %s for a read and %s for a write',
    (phase, read, write) => {
      expect([chooseFallback(phase, false), chooseFallback(phase, true)]).toEqual([read, write]);
    },
  );
});

describe('the breaker', () => {
  const runAfter = (outcomes: readonly boolean[], from = closedBreaker) =>
    outcomes.reduce((breaker, failed) => breakerAfter(breaker, failed, 1_000), from);
  const failures = (count: number) => Array.from({ length: count }, () => true);

  it('opens after five failures in a row, not after four', () => {
    expect(isBreakerOpen(runAfter(failures(4)), 1_000)).toBe(false);
    expect(isBreakerOpen(runAfter(failures(5)), 1_000)).toBe(true);
  });

  it('opens after half of the last 20 have failed, even if never five in a row', () => {
    const half = Array.from({ length: 20 }, (_, index) => index % 2 === 0);
    expect(isBreakerOpen(runAfter(half.slice(0, 19)), 1_000)).toBe(false);
    expect(isBreakerOpen(runAfter(half), 1_000)).toBe(true);
    expect(isBreakerOpen(runAfter([false, false, ...half.map((_, index) => index % 3 === 0)]), 1_000)).toBe(
      false,
    );
  });

  it('forgets outcomes before the last 20', () => {
    const nine = Array.from({ length: 20 }, (_, index) => index < 18 && index % 2 === 0);
    const successes = Array.from({ length: 20 }, () => false);
    expect(runAfter([false, true]).latest).toEqual([false, true]);
    expect(runAfter([...nine, ...successes, true])).toEqual({
      latest: [...successes.slice(1), true],
      openUntil: 0,
    });
  });

  it('decides by a single outcome after its pause, and ignores calls that were running', () => {
    const open = runAfter(failures(5));
    expect(breakerAfter(open, false, 2_000)).toBe(open);
    expect(isBreakerOpen(open, 31_000)).toBe(false);
    expect(isBreakerOpen(breakerAfter(open, true, 31_000), 60_999)).toBe(true);
    expect(breakerAfter(open, false, 31_000)).toEqual(closedBreaker);
  });
});

describe('an error', () => {
  it('counts once in ten minutes per key', () => {
    const counts = createRepeatFilter(5_000, 600_000);
    expect([counts('a', 0), counts('a', 599_999), counts('b', 0), counts('a', 600_000)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it('is forgotten after 10,000 newer ones', () => {
    const counts = createRepeatFilter(5_000, 600_000);
    counts('first', 0);
    for (let index = 0; index < 10_000; index += 1) counts(`other ${index}`, 1);
    expect(counts('first', 2)).toBe(true);
  });
});
