import { createCallBudget, createControls } from '../../src/shadow/sampling.js';
import { createWorkQueue } from '../../src/shadow/comparisonQueue.js';

describe('the controls of an operation', () => {
  it('are drawn at the configured share up to 200, then at a fifth of it, separately for each operation', () => {
    let drawn = 0;
    const { isWanted, countControl } = createControls(5, () => drawn);
    drawn = 0.049;
    expect([isWanted('a'), isWanted('b')]).toEqual([true, true]);
    for (let pair = 0; pair < 200; pair += 1) countControl('a');
    expect([isWanted('a'), isWanted('b')]).toEqual([false, true]);
    drawn = 0.009;
    expect(isWanted('a')).toBe(true);
  });
});

describe('the budget of a caller', () => {
  it('is used up by calls, separate for each caller, and renewed every minute', () => {
    let now = 0;
    const { hasBudget, spendCalls } = createCallBudget(3, { steady: () => now });
    spendCalls('a', 3);
    expect([hasBudget('a'), hasBudget('b')]).toEqual([false, true]);
    now = 60_000;
    expect(hasBudget('a')).toBe(true);
  });

  it('is divided among the processes that compare', () => {
    const { hasBudget, spendCalls } = createCallBudget(6, { steady: () => 0 }, () => 3);
    spendCalls('a', 1);
    expect(hasBudget('a')).toBe(true);
    spendCalls('a', 1);
    expect(hasBudget('a')).toBe(false);
  });
});

describe('the queue of comparisons', () => {
  it('refuses a comparison that would hold too many bytes, and accepts it once there is room', async () => {
    const { enter, load } = createWorkQueue({ places: 1, waiting: 10, bytes: 10 });
    let release: () => void = () => undefined;
    const heldPromise = new Promise<void>((resolve) => (release = resolve));
    expect(enter(8, () => heldPromise)).toBe(true);
    expect(enter(8, () => Promise.resolve())).toBe(false);
    release();
    while (load().active + load().waiting > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(enter(8, () => Promise.resolve())).toBe(true);
  });
});
