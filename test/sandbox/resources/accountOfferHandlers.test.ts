import type { Json } from '../../../src/contract/json';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions';
import { legacyAccount, stockedAccount } from '../support/bodies';
import { callSandbox, dataOf, idOf } from '../support/callSandbox';
import { openSandbox } from '../support/openSandbox';

describe('account offers on v2', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 3 });
  });
  afterAll(() => sandbox.close());

  const call = (text: string, body?: Json) => callSandbox(sandbox, text, body);
  const create = async (body: Json = legacyAccount) => idOf(await call('POST /v2/account-offers', body));

  it('change only the members in a PATCH', async () => {
    const id = await create();
    const previousObject = dataOf(await call(`GET /v2/account-offers/${id}`));
    const { status, body } = await call(`PATCH /v2/account-offers/${id}`, {
      price: '20.10',
      external_id: null,
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...previousObject,
      price: '20.10',
      price_usd: '21.79',
      external_id: '',
      updated_at: expect.any(Number) as number,
    });
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

  it('accept no login for a stock of credentials', async () => {
    const id = idOf(await call('POST /v2/account-offers/create', stockedAccount));
    const { body } = await call(`PATCH /v2/account-offers/${id}`, { login: 'a' });
    expect(body.errors).toEqual({ login: ['The login field is prohibited.'] });
  });

  it('count the credentials that were added and those that were there', async () => {
    const id = idOf(await call('POST /v2/account-offers/create', { ...stockedAccount, credentials: ['a'] }));
    const answer = await call(`POST /v2/account-offers/${id}/credentials`, { credentials: ['a', 'b', 'c'] });
    expect(answer).toMatchObject({ status: 201, body: { created_count: 2, duplicate_count: 1 } });
  });

  it('show the requirements of a game for its offers', async () => {
    const { body } = await call('GET /v2/account-offers/templates/emberfall-legends');
    expect(body.template).toMatchObject({
      game: 'emberfall-legends',
      slug: expect.stringContaining('(optional)') as string,
      account_data: {
        rank: { condition: 'required|string', values: expect.arrayContaining(['Gold']) as string[] },
        server: { condition: 'string', values: expect.arrayContaining(['EUW']) as string[] },
      },
    });
    expect((await call('GET /v2/account-offers/templates/nowhere')).status).toBe(404);
  });
});
