import { watchUpstream } from '../../src/gateway/watchUpstream';
import { answers, fails } from './support/answers';

const request = { method: 'GET', path: '/v2/x', requestId: 'r', deadlineAt: 1 } as const;

describe('an upstream that is watched', () => {
  it('is away after five calls in a row without an answer, and back with the first, whatever it says', async () => {
    let outcome = answers(200, {});
    const watched = watchUpstream(() => Promise.resolve(outcome));
    const after = async (next: typeof outcome, times = 1) => {
      outcome = next;
      for (let time = 0; time < times; time += 1) expect(await watched.call(request)).toBe(next);
      return watched.away();
    };
    expect(watched.away()).toBeUndefined();
    expect(await after(fails('timeout', true), 4)).toBeUndefined();
    expect(await after(answers(500, {}))).toBeUndefined();
    expect(await after(fails('reset', true), 4)).toBeUndefined();
    expect(await after(fails('overloaded', false), 9)).toBeUndefined();
    expect(await after(fails('cancelled', true), 9)).toBeUndefined();
    expect(await after(fails('unreachable', false))).toBe('unreachable');
    expect(await after(answers(503, {}))).toBeUndefined();
  });
});
