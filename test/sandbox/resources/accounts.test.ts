import type { Json, JsonObject } from '../../../src/contract/json.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { accountV1, legacyAccount, stockedAccount } from '../support/bodies.ts';
import { callSandbox, dataOf, idOf, listOf } from '../support/callSandbox.ts';
import { openSandbox } from '../support/openSandbox.ts';

describe('accounts', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(() => sandbox.close());

  const call = (text: string, body?: Json) => callSandbox(sandbox, text, body);

  it.each<[string, Json, string]>([
    ['game', null, 'The game field is required.'],
    ['title', null, 'The title field is required.'],
    ['price', null, 'The price field is required.'],
    ['login', null, 'The login field is required.'],
    ['password', null, 'The password field is required.'],
    ['has_2fa', null, 'The has 2fa field is required.'],
    ['description', null, 'The description field is required.'],
    ['account_data', null, 'The account data field is required.'],
    ['image_urls', null, 'The image urls field is required.'],
    ['server', 'Mars', 'The selected server is invalid.'],
    ['level_up_method', 'Handmade', 'The selected level up method is invalid.'],
  ])('are refused with %s %j', async (field, value, text) => {
    const { status, body } = await call('POST /v1/accounts', { ...accountV1, [field]: value });
    expect({ status, body }).toEqual({ status: 422, body: { message: text, errors: { [field]: [text] } } });
  });

  it('are listed in pages of up to 1000, with their data only on request', async () => {
    const plain = await call('GET /v1/accounts?per_page=1000');
    const total = (plain.body.meta as JsonObject).total;
    expect(plain.body.meta).toMatchObject({ from: 1, to: total, total, current_page: 1, last_page: 1 });
    expect(listOf(plain)).toHaveLength(Number(total));
    expect(listOf(plain)[0]).toMatchObject({ attributes: { data: null } });

    const filled = await call('GET /v1/accounts?with_data=true&per_page=1');
    expect(listOf(filled)[0]).toMatchObject({ attributes: { data: expect.any(Object) as object } });
    expect((await call('GET /v1/accounts?with_data=perhaps')).status).toBe(422);
    expect((await call('GET /v1/accounts?per_page=1001')).status).toBe(422);
  });

  it('never leave `to` null while there are any, so that a loop over the pages ends', async () => {
    const { body } = await call('GET /v1/accounts?page=99&per_page=1000');
    expect(body.meta).toMatchObject({ from: null, to: (body.meta as JsonObject).total });
  });

  it('answer 404 for an unknown login, and are found by a login that needs encoding', async () => {
    await call('POST /v2/account-offers', { ...legacyAccount, login: 'ä+b c%2F?#' });
    expect((await call('GET /v1/accounts/by-login/nobody')).status).toBe(404);
    const foundAnswered = await call(`GET /v1/accounts/by-login/${encodeURIComponent('ä+b c%2F?#')}`);
    expect(dataOf(foundAnswered)).toMatchObject({ attributes: { login: 'ä+b c%2F?#' } });
  });

  it('change their status alone and in bulk, all or none', async () => {
    const ids = [
      idOf(await call('POST /v2/account-offers', legacyAccount)),
      idOf(await call('POST /v2/account-offers', legacyAccount)),
    ];
    const status = async () =>
      Promise.all(ids.map(async (id) => dataOf(await call(`GET /v2/account-offers/${id}`)).status));
    const answered = await call(`PATCH /v1/accounts/${ids[0]}/status`, { status: 'listed' });
    expect(dataOf(answered)).toMatchObject({ attributes: { status: 'Listed' } });

    const accounts = [ids[0] ?? 0, String(ids[1])];
    expect((await call('PATCH /v1/accounts/status/bulk', { accounts, status: 'listed' })).status).toBe(200);
    expect(await status()).toEqual(['listed', 'listed']);

    const failed = await call('PATCH /v1/accounts/status/bulk', {
      accounts: [...accounts, 1],
      status: 'draft',
    });
    expect({ status: failed.status, errors: failed.body.errors }).toEqual({
      status: 422,
      errors: { 'accounts.2': ['The selected accounts.2 is invalid.'] },
    });
    expect(await status()).toEqual(['listed', 'listed']);
  });

  it('cannot be listed without a delivery', async () => {
    const id = idOf(
      await call('POST /v2/account-offers/create', { ...stockedAccount, credentials: ['only'] }),
    );
    const [credential] = listOf(await call(`GET /v2/account-offers/${id}/credentials`));
    await call(`DELETE /v2/account-offers/${id}/credentials/${Number(credential?.id)}`);
    expect((await call(`PATCH /v1/accounts/${id}/status`, { status: 'listed' })).status).toBe(422);
    expect((await call(`POST /v2/account-offers/${id}/list`)).body.errors).toEqual({
      credentials: ['The offer has no unsold credentials.'],
    });
  });

  it('show their template, and the existing games for an unknown slug, without a key', async () => {
    expect((await call('GET /v2/account-offers/templates/nowhere')).status).toBe(404);
    const ofV2 = await call('GET /v2/account-offers/templates/emberfall-legends');
    expect(ofV2.body.template).toMatchObject({
      slug: expect.stringContaining('(optional)') as string,
      account_data: {
        rank: { condition: 'required|string', values: expect.arrayContaining(['Gold']) as string[] },
        server: { condition: 'string', values: expect.arrayContaining(['EUW']) as string[] },
      },
    });
    const { status, body } = await callSandbox(sandbox, 'GET /v1/accounts/template/all', undefined, null);
    expect(status).toBe(404);
    expect(body.games).toMatchObject({ 'realm-of-tides': 'Realm of Tides' });
    const template = await call('GET /v1/accounts/template/emberfall-legends');
    expect(template.body.template).toMatchObject({
      game: 'emberfall-legends',
      account_data: {
        level: { condition: 'required|integer|min:1|max:2000' },
        roles: { condition: 'array' },
        'roles.*': { condition: 'string', values: expect.arrayContaining(['mid']) as string[] },
      },
    });
  });

  const create = async (body: Json = legacyAccount) => idOf(await call('POST /v2/account-offers', body));

  it('change only the members in a PATCH', async () => {
    const id = await create();
    const previousObject = dataOf(await call(`GET /v2/account-offers/${id}`));
    const { body } = await call(`PATCH /v2/account-offers/${id}`, { price: '20.10', external_id: null });
    const changed = { price: '20.10', price_usd: '21.79', external_id: '' };
    expect(body.data).toEqual({ ...previousObject, ...changed, updated_at: expect.any(Number) as number });
  });

  it('check the changed members of a PATCH against the members of the offer', async () => {
    const id = await create();
    const refusals: [Json, string][] = [
      [{ is_manual: true }, 'delivery_time'],
      [{ login: null }, 'login'],
      [{ account_data: { level: 5 } }, 'account_data.rank'],
      [{ title: null }, 'title'],
      [{ game: 'nowhere' }, 'game'],
    ];
    for (const [change, field] of refusals) {
      const { status, body } = await call(`PATCH /v2/account-offers/${id}`, change);
      expect({ status, fields: Object.keys(body.errors as object) }).toEqual({
        status: 422,
        fields: [field],
      });
    }
    const manual = { is_manual: true, login: null, delivery_time: { duration: 1, unit: 'days' } };
    expect((await call(`PATCH /v2/account-offers/${id}`, manual)).status).toBe(200);
  });

  it('accept no login for a stock of credentials, and count the credentials that were added', async () => {
    const id = idOf(await call('POST /v2/account-offers/create', { ...stockedAccount, credentials: ['a'] }));
    const { body } = await call(`PATCH /v2/account-offers/${id}`, { login: 'a' });
    expect(body.errors).toEqual({ login: ['The login field is prohibited.'] });
    const answer = await call(`POST /v2/account-offers/${id}/credentials`, { credentials: ['a', 'b', 'c'] });
    expect(answer).toMatchObject({ status: 201, body: { created_count: 2, duplicate_count: 1 } });
  });
});
