import type { LimitMode } from '../../../src/sandbox/http/rateLimiter.js';
import type { ServedOperation } from '../../../src/sandbox/market.js';
import { operations } from '../../../src/sandbox/operations.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { type Answered, callSandbox } from '../support/callSandbox.ts';
import { newKey } from '../support/control.ts';
import { openSandbox } from '../support/openSandbox.ts';
import { type FakeClock, fakeClock } from '../../gateway/support/fakeClock.ts';

const MINUTE = 60_000;

describe('rate limits', () => {
  let sandbox: Sandbox;
  let clock: FakeClock;
  const open = async (rateLimits: LimitMode) => {
    clock = fakeClock(Date.UTC(2025, 10, 15));
    sandbox = await openSandbox({ offers: 3, rateLimits, clock });
  };
  afterEach(() => sandbox.close());

  const last = async (times: number, call: string, body?: Parameters<typeof callSandbox>[2]) => {
    let answer: Answered | undefined;
    for (let time = 0; time < times; time += 1) answer = await callSandbox(sandbox, call, body);
    return answer;
  };

  it.each<[string, number, string, (operation: ServedOperation) => boolean]>([
    ['section 8: v1', 500, 'GET /v1/currency-offers/1', ({ version }) => version === 'v1'],
    [
      'observed: reads of v2',
      1_000,
      'GET /v2/currency-offers/1',
      ({ version, method }) => version === 'v2' && method === 'GET',
    ],
    [
      'observed: writes of v2',
      500,
      'PATCH /v2/currency-offers/1',
      ({ version, method }) => version === 'v2' && method !== 'GET',
    ],
  ])('%s end after %i in a minute, and start again in the next', async (_what, most, call, isLimited) => {
    await open('documented');
    const allowed = await last(most, call);
    expect(allowed).toMatchObject({ status: 404, headers: { 'x-ratelimit-remaining': '0' } });
    clock.advance(MINUTE / 4);

    const refused = await callSandbox(sandbox, call);
    expect(refused).toMatchObject({ status: 429, body: { message: 'Too many requests.' } });
    expect(refused.headers).toMatchObject({
      'retry-after': '45',
      'x-ratelimit-limit': String(most),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String((clock.now() + 45_000) / 1_000),
    });
    for (const operation of operations.filter(({ open: isOpen }) => !isOpen).filter(isLimited)) {
      const limitedCall = `${operation.method} ${operation.path.replaceAll(/\{\w+\}/g, '1')}`;
      const { status } = await callSandbox(sandbox, limitedCall);
      expect([limitedCall, status]).toEqual([limitedCall, 429]);
    }
    clock.advance(45_000);
    expect((await callSandbox(sandbox, call)).status).toBe(404);
  });

  it('count each v2 key separately', async () => {
    await open('documented');
    const key = await newKey(sandbox, { name: 'second' });
    await last(3, 'GET /v2/games');
    const { headers } = await callSandbox(sandbox, 'GET /v2/games', undefined, key);
    expect(headers['x-ratelimit-remaining']).toBe('999');
  });

  it('restrict writes to one resource only on request', async () => {
    await open('documented');
    const call = `PATCH /v2/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    expect(await last(6, call, { stock: 1 })).toMatchObject({ status: 200 });
  });

  it('observed: permit in strict mode 5 writes to one resource in a minute and 10 in an hour', async () => {
    await open('strict');
    const call = `PATCH /v2/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    expect(await last(5, call, { stock: 1 })).toMatchObject({ status: 200 });
    expect(await last(1, call, { stock: 1 })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60' },
    });
    clock.advance(MINUTE);
    expect(await last(5, call, { stock: 1 })).toMatchObject({ status: 200 });
    clock.advance(MINUTE);
    expect(await last(1, call, { stock: 1 })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '3480' },
    });
  });

  it('appear in no header if there is no limit', async () => {
    await open('off');
    const { headers } = await callSandbox(sandbox, 'GET /v2/games');
    expect(headers['x-ratelimit-limit']).toBeUndefined();
  });
});
