import { playFaultyWrites } from '../support/playFaultyWrites';

describe('1,000 writes at stage canary, with fallback, over connections that end at six moments', () => {
  it('are executed at most once, and each is answered truthfully', async () => {
    const { byServer, byStatus, ambiguous, ...faults } = await playFaultyWrites(1_000, 8);
    expect(faults).toEqual({
      twice: 0,
      acknowledgedNotExecuted: 0,
      executedUnsaid: 0,
      ambiguousUnlisted: 0,
      cutOff: 0,
      listedOtherwise: 0,
    });
    // Both sides have answered, and the faults have been felt.
    expect(Math.min(byServer['v1'] ?? 0, byServer['v2'] ?? 0)).toBeGreaterThan(50);
    expect(byStatus['200']).toBeGreaterThan(300);
    expect(ambiguous).toBeGreaterThan(100);
  });
});
