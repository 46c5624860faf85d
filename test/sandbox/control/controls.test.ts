import type { JsonObject } from '../../../src/contract/json.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { currencyOffer, itemOffer, legacyAccount, stockedAccount } from '../support/bodies.ts';
import { callSandbox, dataOf, idOf, listOf } from '../support/callSandbox.ts';
import { control } from '../support/control.ts';
import { openSandbox } from '../support/openSandbox.ts';
import { type FakeClock, fakeClock } from '../../gateway/support/fakeClock.ts';
import { request } from 'undici';

describe('buying and selling', () => {
  let sandbox: Sandbox;
  let clock: FakeClock;
  beforeAll(async () => {
    clock = fakeClock(Date.UTC(2025, 10, 15));
    sandbox = await openSandbox({ offers: 3, clock });
  });
  afterAll(() => sandbox.close());

  const seconds = () => clock.now() / 1_000;
  const call = (text: string, body?: JsonObject) => callSandbox(sandbox, text, body);
  const buy = (kind: string, offer: number, quantity = 1) =>
    control(sandbox, 'POST /buy', { kind, offer, quantity, buyer: 'Amélie' });

  async function listed(path: string, body: JsonObject): Promise<number> {
    const id = idOf(await call(`POST ${path}`, body));
    const resource = path.replace(/\/create$/, '');
    expect((await call(`POST ${resource}/${id}/list`)).status).toBe(200);
    return id;
  }

  it('section 3: takes an item order from pending over in_delivery to delivered', async () => {
    const offer = await listed('/v2/item-offers', itemOffer);
    const bought = await buy('item', offer, 40);
    const id = idOf(bought);
    const created = seconds();
    expect(dataOf(await call(`GET /v2/item-orders/${id}`))).toEqual({
      id,
      item_offer_id: offer,
      game: { id: 2, name: 'Realm of Tides', slug: 'realm-of-tides' },
      buyer: { id: expect.any(Number) as number, username: 'A***e' },
      rating: null,
      title: 'Storm drake',
      description: 'Face to face.',
      quantity: 40,
      parameters: {},
      status: 'pending',
      is_disputed: false,
      dispute_case_id: null,
      delivery_time: { duration: 3, unit: 'hours', format: '3h', format_long: '3 hours', seconds: 10_800 },
      credentials: {},
      price_eur: '0.50',
      price_usd: '0.54',
      unit_price_eur: '0.0125',
      unit_price_usd: '0.013552',
      created_at: created,
      updated_at: created,
      purchased_at: created,
      completed_at: null,
      refunded_at: null,
    });
    expect(dataOf(await call(`GET /v2/item-offers/${offer}`)).stock).toBe(960);

    clock.advance(60_000);
    await control(sandbox, `POST /orders/${id}/deliver`);
    expect(dataOf(await call(`GET /v2/item-orders/${id}`))).toMatchObject({ status: 'in_delivery' });
    clock.advance(60_000);
    const completed = await call(`POST /v2/item-orders/${id}/complete`);
    expect(completed.body).toMatchObject({
      data: { status: 'delivered', completed_at: seconds(), updated_at: seconds() },
      action: 'complete',
    });
    expect((await call(`POST /v2/item-orders/${id}/complete`)).status).toBe(422);
  });

  it('rounds a total half-even to cents, and only once', async () => {
    const offer = await listed('/v2/currency-offers', {
      ...currencyOffer,
      price: '0.000625',
      min_quantity: 1,
    });
    const [down, up] = [await buy('currency', offer, 8), await buy('currency', offer, 24)];
    expect([dataOf(down).price_eur, dataOf(up).price_eur]).toEqual(['0.00', '0.02']);
  });

  it('sells a login with its offer', async () => {
    const offer = await listed('/v2/account-offers', legacyAccount);
    const order = idOf(await buy('account', offer));
    expect(dataOf(await call(`GET /v2/account-offers/${offer}`))).toMatchObject({
      status: 'sold',
      account_order_ids: [order],
    });
    expect(dataOf(await call(`GET /v2/account-orders/${order}`))).toMatchObject({
      status: 'delivered',
      completed_at: seconds(),
      price_eur: '12.50',
    });
    expect(dataOf(await callSandbox(sandbox, `GET /v1/accounts/${offer}`))).toMatchObject({
      attributes: { status: 'Sold', sold_at: seconds() },
    });
    expect((await buy('account', offer)).status).toBe(422);
    expect((await call(`POST /v2/account-offers/${offer}/list`)).status).toBe(422);
    expect((await call(`DELETE /v2/account-offers/${offer}`)).status).toBe(422);
  });

  it('holds a manual account in processing until delivery, and marks a refunded account', async () => {
    const manual = { ...legacyAccount, is_manual: true, delivery_time: { duration: 1, unit: 'days' } };
    const offer = await listed('/v2/account-offers', manual);
    const status = async () => dataOf(await call(`GET /v2/account-offers/${offer}`)).status;
    const order = idOf(await buy('account', offer));
    expect(await status()).toBe('processing');
    await control(sandbox, `POST /orders/${order}/deliver`);
    await control(sandbox, `POST /orders/${order}/deliver`);
    expect(await status()).toBe('sold');
    await control(sandbox, `POST /orders/${order}/refund`);
    expect(await status()).toBe('refunded');
  });

  it('assigns one credential to an order, which is then sold and cannot be deleted', async () => {
    const offer = await listed('/v2/account-offers/create', stockedAccount);
    const path = `/v2/account-offers/${offer}/credentials`;
    const order = idOf(await buy('account', offer));
    const [sold, free] = listOf(await call(`GET ${path}?sort=id`));
    expect(sold).toMatchObject({ is_sold: true, account_order_id: order });
    expect(free).toMatchObject({ is_sold: false, account_order_id: null });

    const refused = await call(`DELETE ${path}/${Number(sold?.id)}`);
    expect({ status: refused.status, message: refused.body.message }).toEqual({
      status: 422,
      message: 'Cannot delete sold items',
    });
    expect((await call(`DELETE ${path}/${Number(free?.id)}`)).status).toBe(200);
    expect((await buy('account', offer)).status).toBe(422);
  });

  it('sells a stock of credentials out with its last one', async () => {
    const offer = await listed('/v2/account-offers/create', stockedAccount);
    const statusAfterSale = async () => {
      await buy('account', offer);
      return dataOf(await call(`GET /v2/account-offers/${offer}`)).status;
    };
    expect([await statusAfterSale(), await statusAfterSale()]).toEqual(['listed', 'sold']);
  });

  it('dates a listing from the action that began it', async () => {
    const offer = await listed('/v2/currency-offers', currencyOffer);
    const path = `/v2/currency-offers/${offer}`;
    const began = seconds();
    clock.advance(60_000);
    expect(dataOf(await call(`POST ${path}/list`))).toMatchObject({
      listed_at: began,
      updated_at: seconds(),
    });
    expect(dataOf(await call(`POST ${path}/draft`)).listed_at).toBe(began);
    expect(dataOf(await call(`POST ${path}/list`)).listed_at).toBe(seconds());
  });

  it('gives undelivered units back to the stock with a refund', async () => {
    const offer = await listed('/v2/currency-offers', currencyOffer);
    const order = idOf(await buy('currency', offer, 10));
    expect(dataOf(await control(sandbox, `POST /orders/${order}/refund`))).toMatchObject({
      status: 'refunded',
      refunded_at: seconds(),
    });
    expect(dataOf(await call(`GET /v2/currency-offers/${offer}`)).stock).toBe(1_000);
  });

  it('sells only listed offers that are in stock and reach the minimum', async () => {
    const draft = idOf(await call('POST /v2/currency-offers', currencyOffer));
    expect((await buy('currency', draft, 10)).status).toBe(422);
    const offer = await listed('/v2/currency-offers', currencyOffer);
    expect((await buy('currency', offer, 9)).status).toBe(422);
    expect((await buy('currency', offer, 1_001)).status).toBe(422);
    expect((await buy('currency', 1, 10)).status).toBe(404);
  });
});

describe('the control API', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 3 });
  });
  afterAll(() => sandbox.close());

  it('shows the received requests, with secrets masked', async () => {
    await callSandbox(sandbox, `GET /v1/accounts/by-login/${sandbox.sampleLogin}`);
    await callSandbox(sandbox, 'POST /v2/account-offers', {
      login: 'canary-login',
      password: 'canary-password',
      credentials: ['canary-credential'],
      title: 'shown',
    });
    const { body } = await control(sandbox, 'GET /requests');
    const shownText = JSON.stringify(body);
    expect(shownText).toContain('/v1/accounts/by-login/***');
    expect(shownText).toContain('"title":"shown"');
    expect(shownText).not.toMatch(/canary|eyJ/);
    expect(shownText).not.toContain(sandbox.sampleLogin);
    await control(sandbox, 'DELETE /requests');
    expect(sandbox.requests()).toEqual([]);
  });

  it.each([
    ['from a page in a browser', { origin: 'https://evil.example' }],
    ['under a name that is not this machine’s', { host: 'evil.example' }],
  ])('refuses requests %s', async (_what, headers) => {
    const answer = await request(`${sandbox.origin}/_sandbox/keys`, { headers });
    expect(answer.statusCode).toBe(403);
    await answer.body.dump();
  });

  it('has no path within the API', async () => {
    expect((await callSandbox(sandbox, 'GET /v2/_sandbox/faults')).status).toBe(404);
  });
});
