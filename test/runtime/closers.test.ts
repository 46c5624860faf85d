import { workInRounds } from '../../src/contract/clock.js';
import { createClosers, untilClosed } from '../../src/runtime/closers.js';
import { fakeClock } from '../gateway/support/fakeClock.ts';

describe('closers', () => {
  it('close the last opened first, one after the other', async () => {
    const order: string[] = [];
    const closers = createClosers(() => undefined);
    closers.add(async () => {
      await Promise.resolve();
      order.push('first');
    });
    closers.add(async () => {
      await Promise.resolve();
      order.push('second');
    });
    await closers.closeAll();
    expect(order).toEqual(['second', 'first']);
  });

  it('close the rest if one fails, and report the failure', async () => {
    const failures: unknown[] = [];
    let hasEnded = false;
    const closers = createClosers((error) => failures.push(error));
    closers.add(() => void (hasEnded = true));
    closers.add(() => Promise.reject(new Error('stuck')));
    await closers.closeAll();
    expect(hasEnded).toBe(true);
    expect(failures).toEqual([new Error('stuck')]);
  });
});

/** Work that goes on until the test ends it. */
function openWork() {
  const clock = fakeClock();
  const events: string[] = [];
  let finish = (): void => undefined;
  let number = 0;
  const work = async (): Promise<void> => {
    number += 1;
    const round = number;
    events.push(`${round} begins`);
    await new Promise<void>((resolve) => (finish = resolve));
    events.push(`${round} ends`);
  };
  const close = workInRounds({ work, first: 0, pause: 5_000, clock });
  const end = async (): Promise<void> => {
    finish();
    await new Promise(setImmediate);
  };
  return { clock, events, close, end };
}

describe('rounds', () => {
  it('follow one another, each after a pause from the end of the last', async () => {
    const { clock, events, end } = openWork();
    clock.advance(0);
    clock.advance(60_000);
    expect(events).toEqual(['1 begins']);
    await end();
    clock.advance(4_999);
    expect(events).toEqual(['1 begins', '1 ends']);
    clock.advance(1);
    expect(events).toEqual(['1 begins', '1 ends', '2 begins']);
  });

  it('end with one more round after the running one', async () => {
    const { clock, events, close, end } = openWork();
    clock.advance(0);
    await end();
    clock.advance(5_000);
    const closed = Promise.resolve(close());
    await new Promise(setImmediate);
    expect(events).toEqual(['1 begins', '1 ends', '2 begins']);
    await end();
    expect(events.slice(3)).toEqual(['2 ends', '3 begins']);
    await end();
    await closed;
    expect([events.at(-1), clock.pending()]).toEqual(['3 ends', 0]);
  });

  it('end with one round even if none has begun', async () => {
    const { clock, events, close, end } = openWork();
    const closed = Promise.resolve(close());
    await new Promise(setImmediate);
    await end();
    await closed;
    clock.advance(60_000);
    expect(events).toEqual(['1 begins', '1 ends']);
  });
});

describe('a clock that ends with its closers', () => {
  it('runs due actions, and leaves none waiting after the end', async () => {
    const clock = fakeClock();
    const closers = createClosers(() => undefined);
    const { schedule, steady } = untilClosed(clock, closers);
    const ran: string[] = [];
    const beganAt = steady();
    schedule(10, () => {
      ran.push(`first after ${steady() - beganAt}`);
      schedule(20, () => ran.push('what the first began'));
    });
    schedule(10, () => ran.push('cancelled'))();
    clock.advance(10);
    expect(clock.pending()).toBe(1);
    await closers.closeAll();
    schedule(10, () => ran.push('begun after the end'));
    expect(clock.pending()).toBe(0);
    clock.advance(60_000);
    expect(ran).toEqual(['first after 10']);
  });
});
