import { watchUpstream } from '../../src/gateway/upstream';
import { answers, fails } from './support/answers';

describe('a watched upstream', () => {
  it('is away after five calls in a row without an answer, and back with the first answer of any status', () => {
    const watched = watchUpstream();
    const after = (outcome: Parameters<typeof watched.ended>[0], times = 1) => {
      for (let time = 0; time < times; time += 1) watched.ended(outcome);
      return watched.away();
    };
    expect(watched.away()).toBeUndefined();
    expect(after(fails('timeout', true), 4)).toBeUndefined();
    expect(after(answers(500, {}))).toBeUndefined();
    expect(after(fails('reset', true), 4)).toBeUndefined();
    expect(after(fails('overloaded', false), 9)).toBeUndefined();
    expect(after(fails('cancelled', true), 9)).toBeUndefined();
    expect(after(fails('unreachable', false))).toBe('unreachable');
    expect(after(answers(503, {}))).toBeUndefined();
  });
});
