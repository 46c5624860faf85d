import { createRateLimit } from '../../src/gateway/rateLimits';
import { fakeClock } from './support/fakeClock';

describe('a limit like that of v1', () => {
  it('gives every caller its requests of a minute, and answers the others with the time for a retry', () => {
    const clock = fakeClock();
    const limit = createRateLimit(500, clock);
    for (let request = 0; request < 500; request += 1) expect(limit('a')).toBeUndefined();
    clock.advance(18_500);
    expect(limit('a')).toEqual({
      code: 'rateLimited',
      headers: { 'retry-after': '42', 'x-ratelimit-limit': '500', 'x-ratelimit-remaining': '0' },
      detail: 'the limit set for each key',
    });
    expect(limit('b')).toBeUndefined();
    clock.advance(41_500);
    expect(limit('a')).toBeUndefined();
  });

  it('is divided among the processes that answer clients', () => {
    let processes = 3;
    const limit = createRateLimit(10, fakeClock(), () => processes);
    for (let request = 0; request < 3; request += 1) expect(limit('a')).toBeUndefined();
    expect(limit('a')).toMatchObject({ code: 'rateLimited' });
    processes = 1;
    expect(limit('a')).toBeUndefined();
  });

  it('counts nothing if it is off', () => {
    const limit = createRateLimit(0, fakeClock());
    for (let request = 0; request < 10_000; request += 1) expect(limit('a')).toBeUndefined();
  });
});
