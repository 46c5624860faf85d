import request from 'supertest';
import { digestKey, exchangeKeys } from '../../src/gateway/keys/clientKeys';
import type { Sandbox } from '../../src/sandbox/sandboxOptions';
import { openSandbox } from '../sandbox/support/openSandbox';
import { type StartedGateway, startGateway } from '../support/startGateway';
import { ask } from '../support/talk';

let sandbox: Sandbox;
let gateway: StartedGateway;
const started: StartedGateway[] = [];

const bearer = (key: string): [string, string] => ['Authorization', `Bearer ${key}`];
const get = (path: string) =>
  request(gateway.origin)
    .get(path)
    .set(...bearer(sandbox.keys.v2));
const patch = (path: string) =>
  request(gateway.origin)
    .patch(path)
    .set(...bearer(sandbox.keys.v2));

async function open(settings: Partial<Parameters<typeof startGateway>[0]> = {}): Promise<StartedGateway> {
  const opened = await startGateway({ v2: sandbox.origin, ...settings });
  started.push(opened);
  return opened;
}

/** Status and body of an answer. */
const answered = ({ status, body }: { status: number; body: unknown }): [number, unknown] => [status, body];

/** Requests that the marketplace has seen, as `PATCH /v2/...`. */
const seen = (method: string) => sandbox.requests().filter((entry) => entry.method === method);

const update = {
  description: 'By hand',
  price: '0.004200',
  game: 'emberfall-legends',
  stock: '1500',
  min_quantity: 10,
  delivery_time: { duration: 45, unit: 'minutes', format: '45m', formatLong: '45 minutes', seconds: 2700 },
  currency_data: { server: 'EUNE' },
};

beforeAll(async () => {
  sandbox = await openSandbox();
  gateway = await open();
});
afterAll(async () => {
  for (const { close } of started) await close();
  await sandbox.close();
});

describe('a client of the old v1', () => {
  it.each([
    ['as it is', '/v1/accounts/by-login/some@login', 'some@login'],
    ['with the space that its library encodes', '/v1/accounts/by-login/a+b c', 'a+b c'],
    ['percent-encoded', '/v1/accounts/by-login/some%40login', 'some@login'],
    ['percent-encoded, plus and all', '/v1/accounts/by-login/a%2Bb%20c', 'a+b c'],
  ])('finds an account by a login put into the path %s', async (_, path, login) => {
    const answer = answered(await get(path));
    expect(answer).toMatchObject([200, { data: { type: 'accounts', attributes: { login } } }]);
  });

  it('finds an account when its library puts the @ of a login into the request line raw', async () => {
    const { status, body } = await ask(gateway.origin, {
      path: '/v1/accounts/by-login/some@login',
      headers: { Authorization: `Bearer ${sandbox.keys.v2}` },
    });
    expect([status, JSON.parse(body)]).toMatchObject([
      200,
      { data: { attributes: { login: 'some@login' } } },
    ]);
  });

  it.each(['a+b c', 'jürgen'])('gets 400 for a raw login %j in the request line', async (login) => {
    const { status, body } = await ask(gateway.origin, {
      path: `/v1/accounts/by-login/${login}`,
      headers: { Authorization: `Bearer ${sandbox.keys.v2}` },
    });
    expect([status, body]).toEqual([400, '{"message":"The request is not valid."}']);
  });

  it.each(['%00', 'a%00b', '%ff', 'a%C0%AFb'])('gets 400 for the login %s', async (login) => {
    const answer = answered(await get(`/v1/accounts/by-login/${login}`));
    expect(answer).toEqual([400, { message: 'The path is not valid.' }]);
  });

  it('gets 404 for a login that no offer has, after a read of the first page of the list', async () => {
    await get('/v1/accounts/by-login/nobody').expect(404, { message: 'Resource not found.' });
    const countBefore = seen('GET').length;
    await get('/v1/accounts/by-login/nobody-either').expect(404, { message: 'Resource not found.' });
    // By newest and by latest change: a renamed offer stands first in the second only.
    expect(seen('GET')).toHaveLength(countBefore + 2);
  });

  it('updates a currency offer with numbers as text and whole objects, and v2 is patched once', async () => {
    const answer = answered(await patch('/v1/currency-offers/7001').send(update));
    expect(answer).toMatchObject([
      200,
      { data: { id: '7001', attributes: { price: 0.0042, stock: 1500, data: { server: 'EUNE' } } } },
    ]);
    expect(seen('PATCH').map(({ target }) => target)).toEqual(['/v2/currency-offers/7001']);
  });

  it('gets 422 in v1 names for a body that breaks a rule, without a call of v2', async () => {
    const countBefore = sandbox.requests().length;
    const answer = answered(await patch('/v1/currency-offers/7001').send({ ...update, stock: -1 }));
    expect(answer).toEqual([
      422,
      {
        message: 'The stock field must be at least 0.',
        errors: { stock: ['The stock field must be at least 0.'] },
      },
    ]);
    expect(sandbox.requests()).toHaveLength(countBefore);
  });

  it('gets a 422 of v2 in v1 names', async () => {
    const answer = answered(
      await patch('/v1/currency-offers/7001').send({ ...update, game: 'no-such-game' }),
    );
    expect(answer).toMatchObject([422, { errors: { game: [expect.any(String)] } }]);
  });

  it.each<[string, [string, string] | undefined]>([
    ['no key', undefined],
    ['an unknown key', bearer('nonsense')],
  ])('gets 401 with %s', async (_, header) => {
    const call = request(gateway.origin).get('/v1/currency-offers/7001');
    if (header !== undefined) void call.set(...header);
    await call.expect(401, { message: 'Unauthenticated.' });
  });

  it('gets a request id with every answer', async () => {
    const answers = await Promise.all([get('/v1/currency-offers/7001'), get('/v1/nothing'), get('/nothing')]);
    const ids = answers.map(({ headers }) => String(headers['x-request-id']));
    expect(new Set(ids.filter((id) => /^[\w-]{36}$/.test(id))).size).toBe(3);
  });

  it('gets the headers without a body for a HEAD request', async () => {
    const { status, headers, text } = await request(gateway.origin)
      .head('/v1/currency-offers/7001')
      .set(...bearer(sandbox.keys.v2));
    expect([status, headers['content-type'], text]).toEqual([200, 'application/json', undefined]);
  });

  it('can move call by call, because v2 answers under the same base URL', async () => {
    const answer = answered(await get('/v2/currency-offers/7001'));
    expect(answer).toMatchObject([200, { data: { id: 7001, price_eur: '0.0042' } }]);
  });
});

describe('an untranslated v1 request', () => {
  const unmapped = '/v1/nothing-that-is-mapped';

  it('goes to v1 unchanged while v1 lives', async () => {
    const living = await open({
      v1: sandbox.origin,
      environment: { LIFEBOAT_UPSTREAM_V1: sandbox.origin, LIFEBOAT_SUNSET: '2999-01-01T00:00:00Z' },
    });
    await request(living.origin)
      .get(unmapped)
      .set(...bearer(sandbox.keys.v1))
      .expect(404);
    expect(seen('GET').at(-1)?.target).toBe(unmapped);
  });

  it('gets 410 and the guide once v1 has ended', async () => {
    const gone = await open({
      v1: sandbox.origin,
      environment: { LIFEBOAT_UPSTREAM_V1: sandbox.origin, LIFEBOAT_GUIDE: 'https://example.com/guide' },
    });
    const countBefore = sandbox.requests().length;
    const response = await request(gone.origin).get(unmapped);
    expect(answered(response)).toEqual([410, { message: 'API v1 has been discontinued.' }]);
    expect(response.headers['link']).toContain('<https://example.com/guide>; rel="deprecation"');
    expect(sandbox.requests()).toHaveLength(countBefore);
  });
});

describe('a gateway with an exchange table', () => {
  it('replaces a v1 key, uses the second v2 key once the first is refused, and sends no unknown key on', async () => {
    const v1 = 'old-v1-key';
    const table = [{ v1: digestKey(v1), v2: ['deleted-key', sandbox.keys.v2] as const }];
    const exchanging = await open({ keys: exchangeKeys(table) });
    const call = (key: string) =>
      request(exchanging.origin)
        .patch('/v1/currency-offers/7002')
        .set(...bearer(key))
        .send(update);

    const countBefore = seen('PATCH').length;
    await call(v1).expect(200);
    expect(
      seen('PATCH')
        .slice(countBefore)
        .map(({ status }) => status),
    ).toEqual([401, 200]);
    await call(v1).expect(200);
    expect(seen('PATCH')).toHaveLength(countBefore + 3);
    await call('another').expect(401, { message: 'Unauthenticated.' });
    expect(seen('PATCH')).toHaveLength(countBefore + 3);
  });
});
