import { playFaultyWrites } from '../support/playFaultyWrites.ts';
import { repetitions } from '../support/repetitions.ts';

const WRITES = repetitions(400, 1_000);

describe('hundreds of writes at stage canary, with fallback, over connections that end at six moments', () => {
  it('are executed at most once, and each is answered truthfully', async () => {
    const { byServer, byStatus, ambiguous, ...faults } = await playFaultyWrites(WRITES, 8);
    expect(faults).toEqual({
      twice: 0,
      acknowledgedNotExecuted: 0,
      executedUnsaid: 0,
      ambiguousUnlisted: 0,
      cutOff: 0,
      listedOtherwise: 0,
    });
    // Both sides have answered, and the faults have been felt.
    expect(Math.min(byServer['v1'] ?? 0, byServer['v2'] ?? 0)).toBeGreaterThan(WRITES / 20);
    expect(byStatus['200']).toBeGreaterThan(0.3 * WRITES);
    expect(ambiguous).toBeGreaterThan(WRITES / 10);
  });
});
