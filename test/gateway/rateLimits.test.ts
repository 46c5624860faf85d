import { createRateLimit, createPacedUpstream, readRetryAfter } from '../../src/gateway/rateLimits.js';
import { fakeClock } from './support/fakeClock.ts';
import type { UpstreamRequest } from '../../src/gateway/upstream.js';
import { answers } from './support/answers.ts';

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

const NOW = Date.parse('2025-11-30T00:00:00Z');

describe('readRetryAfter', () => {
  it.each([
    ['20', 20_000],
    ['0', 0],
    ['Sun, 30 Nov 2025 00:01:00 GMT', 60_000],
    ['Sat, 29 Nov 2025 00:00:00 GMT', 0],
    ['999999999', 3_600_000],
    ['soon', 30_000],
    ['', 30_000],
    [undefined, 30_000],
  ])('reads %j as %d ms', (header, expected) => {
    expect(readRetryAfter(header, NOW)).toBe(expected);
  });
});

const START = 1_700_000_000_000;

const request = (over: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  method: 'GET',
  path: '/v2/currency-offers/1',
  authorization: 'Bearer a',
  requestId: 'r',
  deadlineAt: 10_000,
  ...over,
});

const limits = (limit: number, remaining: number, resetIn = 30) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(START / 1000 + resetIn),
});

/** An upstream that answers with the given headers. */
function paced(headers: Readonly<Record<string, string>>) {
  const clock = fakeClock(START);
  const upstream = { headers, calls: 0 };
  const call = createPacedUpstream(() => {
    upstream.calls += 1;
    return Promise.resolve(answers(200, {}, upstream.headers));
  }, clock);
  const status = async (over: Partial<UpstreamRequest> = {}) => {
    const outcome = await call(request(over));
    return outcome.ok ? outcome.value.status : outcome.failure.kind;
  };
  return { clock, upstream, call, status };
}

describe('the pace of calls', () => {
  it('stops before v2 says 429, and says when to retry, until the window may be over', async () => {
    const { clock, upstream, call, status } = paced(limits(1000, 1));
    expect(await status()).toBe(200);
    upstream.headers = limits(1000, 0);
    expect(await status()).toBe(200);
    clock.advance(500);
    expect(await call(request())).toMatchObject({
      value: { status: 429, headers: { 'retry-after': '30', 'x-ratelimit-remaining': '0' } },
    });
    expect(upstream.calls).toBe(2);
    clock.advance(28_500);
    upstream.headers = limits(1000, 999, 90);
    expect(await status()).toBe(200);
  });

  it('follows the clock of v2 if it differs', async () => {
    const date = new Date(START - 20_000).toUTCString();
    const { call, status } = paced({ ...limits(1000, 0, 10), date });
    await status();
    expect(await call(request())).toMatchObject({ value: { status: 429, headers: { 'retry-after': '30' } } });
  });

  it.each([-3_600_000, 3_600_000])('lasts as long if the time of day jumps by %d ms', async (jump) => {
    const { clock, upstream, call, status } = paced(limits(1000, 0));
    await status();
    clock.set(clock.now() + jump);
    expect(await call(request())).toMatchObject({ value: { status: 429, headers: { 'retry-after': '30' } } });
    clock.advance(28_999);
    expect(await status()).toBe(429);
    clock.advance(1);
    upstream.headers = {};
    expect(await status()).toBe(200);
  });

  it('counts running calls', async () => {
    const { upstream, status } = paced(limits(1000, 3));
    await status();
    expect(await Promise.all([status(), status(), status(), status()])).toEqual([200, 200, 200, 429]);
    expect(upstream.calls).toBe(4);
  });

  it('ignores a higher remainder in an answer that was overtaken', async () => {
    const { upstream, status } = paced(limits(1000, 1));
    await status();
    upstream.headers = limits(1000, 7);
    await status();
    expect(await status()).toBe(429);
  });

  it('ignores the remainder of an earlier window', async () => {
    const { upstream, status } = paced(limits(1000, 500, 50));
    await status();
    upstream.headers = limits(1000, 0, 1);
    await status();
    expect([await status(), await status()]).toEqual([200, 200]);
  });

  it('separates keys, and reads from writes', async () => {
    const { status } = paced(limits(1000, 0));
    await status();
    expect(await status()).toBe(429);
    expect(await status({ authorization: 'Bearer b' })).toBe(200);
    expect(await status({ method: 'PATCH', body: '{}' })).toBe(200);
  });

  it('takes a small limit for one of the resource, which does not concern others', async () => {
    const { status } = paced(limits(5, 0));
    const write = { method: 'PATCH', body: '{}' } as const;
    await status(write);
    expect(await status(write)).toBe(429);
    expect(await status({ ...write, path: '/v2/currency-offers/2' })).toBe(200);
  });

  it('counts an action on a resource as a write to it', async () => {
    const { status } = paced(limits(5, 0));
    const write = { method: 'POST', path: '/v2/currency-offers/1/list' } as const;
    await status(write);
    expect(await status({ ...write, path: '/v2/currency-offers/1/draft' })).toBe(429);
    expect(await status({ method: 'PATCH', path: '/v2/currency-offers/1', body: '{}' })).toBe(429);
    expect(await status({ ...write, path: '/v2/currency-offers/11/list' })).toBe(200);
  });

  it('adds the Retry-After of the reset to a 429 of v2, and keeps one that v2 has sent', async () => {
    const clock = fakeClock(START);
    let headers: Readonly<Record<string, string>> = limits(5, 0, 42);
    const call = createPacedUpstream(() => Promise.resolve(answers(429, {}, headers)), clock);
    const write = { method: 'PATCH', body: '{}' } as const;
    expect(await call(request(write))).toMatchObject({ value: { headers: { 'retry-after': '42' } } });
    headers = { ...headers, 'retry-after': '7' };
    const nextUpstreamRequest = request({ ...write, path: '/v2/currency-offers/2' });
    expect(await call(nextUpstreamRequest)).toMatchObject({ value: { headers: { 'retry-after': '7' } } });
  });

  it.each([
    ['no such headers', {}],
    ['a reset in the past', limits(1000, 0, -1)],
    ['a reset beyond belief', limits(1000, 0, 90_000)],
    ['a limit of nothing', limits(0, 0)],
    ['words', { ...limits(1000, 0), 'x-ratelimit-remaining': 'none' }],
    ['two values', { ...limits(1000, 0), 'x-ratelimit-remaining': '0, 0' }],
  ])('allows calls again at %s', async (_what, headers) => {
    const { status } = paced(headers);
    expect([await status(), await status(), await status()]).toEqual([200, 200, 200]);
  });
});

describe('the pace by the standard fields (draft-ietf-httpapi-ratelimit-headers)', () => {
  it('stops at the least of several limits, and reports it in headers that v1 clients know (section 4)', async () => {
    const { upstream, call, status } = paced({
      'ratelimit-policy': '"hour";q=1000;w=3600, "minute";q=100;w=60',
      ratelimit: '"hour";r=700;t=1800, "minute";r=0;t=30',
    });
    expect(await status()).toBe(200);
    expect(await call(request())).toMatchObject({
      value: {
        status: 429,
        headers: {
          'retry-after': '30',
          'x-ratelimit-limit': '100',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(START / 1000 + 30),
        },
      },
    });
    expect(upstream.calls).toBe(1);
  });

  it('reads names that are tokens, and quotas of a partition', async () => {
    const { status } = paced({ 'ratelimit-policy': 'p;w=60;q=100;pk=:a2V5:', ratelimit: 'p;t=30;r=0' });
    await status();
    expect(await status()).toBe(429);
  });

  it.each([
    ['without a policy of its name', { 'ratelimit-policy': '"a";q=100', ratelimit: '"b";r=0;t=30' }],
    ['without a time', { 'ratelimit-policy': '"a";q=100', ratelimit: '"a";r=0' }],
    ['that is none', { 'ratelimit-policy': ';;', ratelimit: '=,"' }],
  ])('allows calls under a limit %s', async (_what, headers) => {
    const { status } = paced(headers);
    await status();
    expect(await status()).toBe(200);
  });
});
