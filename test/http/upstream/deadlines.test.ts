import { createDeadlines, Deadline } from '../../../src/http/upstream/deadlines';
import { fakeClock } from '../../gateway/support/fakeClock';

const clock = fakeClock();
const deadlines = createDeadlines(clock);
let expired: string[] = [];

class Named extends Deadline {
  constructor(private readonly name: string) {
    super();
  }

  expire(): void {
    expired.push(this.name);
  }
}

function added(name: string, after: number): Named {
  const deadline = new Named(name);
  deadlines.add(deadline, clock.steady() + after);
  return deadline;
}

beforeEach(() => {
  expired = [];
});

describe('deadlines', () => {
  it('expire never early, and 64 ms late at most', () => {
    added('a', 100);
    clock.advance(99);
    expect(expired).toEqual([]);
    clock.advance(65);
    expect(expired).toEqual(['a']);
  });

  it('share a timer, and those that were removed do not expire', () => {
    const before = clock.pending();
    const all = ['a', 'b', 'c'].map((name) => added(name, 640));
    expect(clock.pending() - before).toBeLessThanOrEqual(1);
    for (const deadline of [all[1], all[1]]) if (deadline !== undefined) deadlines.remove(deadline);
    clock.advance(704);
    expect(expired.toSorted()).toEqual(['a', 'c']);
  });

  it('keep one timer at most while there are none, and none once they are stopped', () => {
    for (const after of [300, 600, 900]) deadlines.remove(added('a', after));
    expect(clock.pending()).toBe(1);
    const last = added('b', 1_000);
    deadlines.stop();
    expect(clock.pending()).toBe(1);
    deadlines.remove(last);
    expect(clock.pending()).toBe(0);
  });
});
