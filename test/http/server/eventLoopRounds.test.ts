import { setImmediate as turn } from 'node:timers/promises';
import { atEndOfRound, createRound } from '../../../src/http/server/eventLoopRounds';

describe('a round of the event loop', () => {
  it('runs all actions that have come, in their order, once and at its end', async () => {
    const ran: string[] = [];
    for (const name of ['one', 'two', 'three']) atEndOfRound(() => ran.push(name));
    await Promise.resolve();
    expect(ran).toEqual([]);
    await turn();
    expect(ran).toEqual(['one', 'two', 'three']);
    await turn();
    expect(ran).toHaveLength(3);
  });

  it('leaves to the next one what comes while actions run', async () => {
    const ran: string[] = [];
    atEndOfRound(() => {
      ran.push('first');
      atEndOfRound(() => ran.push('later'));
    });
    atEndOfRound(() => ran.push('second'));
    await turn();
    expect(ran).toEqual(['first', 'second']);
    await turn();
    expect(ran).toEqual(['first', 'second', 'later']);
  });

  it('loses no action behind one that throws', () => {
    const scheduled: (() => void)[] = [];
    const add = createRound((run) => scheduled.push(run));
    const ran: string[] = [];
    add(() => ran.push('before'));
    add(() => {
      throw new Error('a bug');
    });
    add(() => ran.push('behind'));
    expect(() => scheduled.shift()?.()).toThrow('a bug');
    expect(ran).toEqual(['before']);
    scheduled.shift()?.();
    expect(ran).toEqual(['before', 'behind']);
    expect(scheduled).toEqual([]);
  });
});
