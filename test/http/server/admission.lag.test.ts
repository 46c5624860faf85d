import { createLagGuard } from '../../../src/http/server/admission';
import { fakeClock } from '../../gateway/support/fakeClock';

describe('the guard of the event loop', () => {
  it('is calm while timers fire in time', () => {
    const clock = fakeClock();
    const guard = createLagGuard(clock);
    for (let round = 0; round < 20; round += 1) clock.advance(100);
    expect([guard.lag(), guard.busy()]).toEqual([0, false]);
    guard.stop();
    expect(clock.pending()).toBe(0);
  });

  it('is calm after a halt of its process, however long', () => {
    const clock = fakeClock();
    const guard = createLagGuard(clock);
    clock.advance(3_600_000);
    expect(guard.busy()).toBe(false);
    guard.stop();
  });

  it('is busy while timers keep firing late, not after a single late one, and calm again once they fire in time', () => {
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
