import { createLagGuard } from '../../../src/http/server/admission';
import { fakeClock } from '../../gateway/support/fakeClock';

describe('the guard of the event loop', () => {
  it('is at ease while timers come in time', () => {
    const clock = fakeClock();
    const guard = createLagGuard(clock);
    for (let round = 0; round < 20; round += 1) clock.advance(100);
    expect([guard.lag(), guard.busy()]).toEqual([0, false]);
    guard.stop();
    expect(clock.pending()).toBe(0);
  });

  it('is at ease after its process has stood still, however long', () => {
    const clock = fakeClock();
    const guard = createLagGuard(clock);
    clock.advance(3_600_000);
    expect(guard.busy()).toBe(false);
    guard.stop();
  });

  it('is busy when they keep coming late, not after one late one, and at ease again when they are in time', () => {
    const clock = fakeClock();
    const guard = createLagGuard(clock);
    clock.advance(1_100);
    expect(guard.busy()).toBe(false);
    for (let round = 0; round < 5; round += 1) clock.advance(1_100);
    expect(guard.busy()).toBe(true);
    for (let round = 0; round < 10; round += 1) clock.advance(100);
    expect(guard.busy()).toBe(false);
    guard.stop();
  });
});
