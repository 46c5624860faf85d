import { request } from 'undici';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { callSandbox } from '../support/callSandbox.ts';
import { openSandbox } from '../support/openSandbox.ts';
import { fakeClock } from '../../gateway/support/fakeClock.ts';

describe('the edges of the marketplace', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 3 });
  });
  afterAll(() => sandbox.close());

  const send = async (body: string | Buffer, headers: Record<string, string> = {}) => {
    const answer = await request(`${sandbox.origin}/v2/currency-offers/${sandbox.sampleCurrencyOfferId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${sandbox.keys.v2}`, 'content-type': 'application/json', ...headers },
      body,
    });
    return { status: answer.statusCode, body: await answer.body.json() };
  };

  it('answers 404 for an unknown route', async () => {
    for (const path of ['/', '/v2', '/v2/nothing', '/v3/games', '/v2/Games']) {
      const { status, body } = await callSandbox(sandbox, `GET ${path}`);
      expect({ status, body }).toEqual({ status: 404, body: { message: 'Resource not found.' } });
    }
  });

  it.each(['1', '0', '-1', 'abc', '7001x', '99999999999999999999', '7001%00'])(
    'answers 404 for the id %s, which no resource has',
    async (id) => {
      expect((await callSandbox(sandbox, `GET /v2/currency-offers/${id}`)).status).toBe(404);
    },
  );

  it('answers 400 for a wrongly encoded path', async () => {
    expect((await callSandbox(sandbox, 'GET /v1/accounts/by-login/%E0%A4%A')).status).toBe(400);
  });

  it.each<[string, string, number]>([
    ['half of a body', '{"stock":', 400],
    ['two bodies', '{"stock":1}{"stock":2}', 400],
    ['deep nesting', '['.repeat(50_000), 400],
    ['a body of the wrong kind', '[1]', 200],
  ])('answers %s with its status', async (_what, body, status) => {
    expect((await send(body)).status).toBe(status);
  });

  it('uses the last of two equal names, as PHP does', async () => {
    expect((await send('{"stock":1,"stock":2}')).body).toMatchObject({ data: { stock: 2 } });
  });

  it('answers 415 for a body that is not JSON, and 413 for one that is too large', async () => {
    expect((await send('stock=1', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await send('{}', { 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await send(`{"description":"${'x'.repeat(300_000)}"}`)).status).toBe(413);
  });

  it('keeps numbers of free-form data as they were written', async () => {
    const exact = '{"currency_data":{"big":12345678901234567890,"small":0.10}}';
    expect((await send(exact)).status).toBe(200);
    const { body } = await callSandbox(sandbox, `GET /v2/currency-offers/${sandbox.sampleCurrencyOfferId}`);
    expect(body.data).toMatchObject({ parameters: { big: Number('12345678901234567890'), small: 0.1 } });
  });

  it.each([
    ['U+0000', '{"description":"a\\u0000b"}'],
    ['half of a surrogate pair', '{"description":"\\ud800"}'],
    ['U+0000 in a name', '{"currency_data":{"a\\u0000":1}}'],
  ])('refuses %s, which it could not return unchanged', async (_what, body) => {
    expect(await send(body)).toEqual({
      status: 400,
      body: { message: 'The request body holds a text that cannot be stored.' },
    });
  });

  it('keeps names away from the prototype of any object', async () => {
    await send(
      '{"currency_data":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}',
    );
    expect('polluted' in {}).toBe(false);
  });
});

const SUNSET = Date.UTC(2025, 10, 30);

describe('the sunset of v1', () => {
  it('section 9: is announced on every v1 answer until it arrives, and then v1 answers 410', async () => {
    const clock = fakeClock(SUNSET - 1);
    const sandbox = await openSandbox({ offers: 3, clock });
    const call = `GET /v1/accounts/by-login/${sandbox.sampleLogin}`;
    const announced = { deprecation: '@1748736000', sunset: 'Sun, 30 Nov 2025 00:00:00 GMT' };

    expect(await callSandbox(sandbox, call)).toMatchObject({ status: 200, headers: announced });
    clock.advance(1);
    const gone = await callSandbox(sandbox, call);
    expect(gone).toMatchObject({ status: 410, headers: announced });
    expect(gone.body).toEqual({ message: 'API v1 has been discontinued. Use API v2.' });
    expect((await callSandbox(sandbox, 'GET /v1/accounts', undefined, null)).status).toBe(410);
    expect((await callSandbox(sandbox, 'GET /v2/games')).status).toBe(200);
    await sandbox.close();
  });

  it('can be moved to another day', async () => {
    const clock = fakeClock(SUNSET);
    const sandbox = await openSandbox({ offers: 3, clock, v1Sunset: SUNSET + 1 });
    expect((await callSandbox(sandbox, 'GET /v1/accounts')).status).toBe(200);
    await sandbox.close();
  });
});
