import { inTime } from '../../../src/runtime/cluster/workerPool';
import { fakeClock } from '../../gateway/support/fakeClock';
import { gate } from '../../gateway/support/gate';

describe('an answer in time', () => {
  it('is all that there is, and leaves no timer behind', async () => {
    const clock = fakeClock();
    expect(await inTime(Promise.resolve('answer'), clock)).toEqual(['answer']);
    expect(await inTime(Promise.reject(new Error('gone')), clock)).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  it('is none after 5 s', async () => {
    const clock = fakeClock();
    const answer = inTime(gate().opened, clock);
    clock.advance(2_500);
    clock.advance(2_500);
    expect(await answer).toEqual([]);
  });

  it('may still come when this process itself was halted for longer', async () => {
    const clock = fakeClock();
    const { opened, open } = gate();
    const answer = inTime(
      opened.then(() => 'answer'),
      clock,
    );
    clock.advance(60_000);
    open();
    expect(await answer).toEqual(['answer']);
  });
});
