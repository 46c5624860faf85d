import type { Json } from '../../src/contract/json.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { accountV1, currencyOffer, itemOffer, legacyAccount, stockedAccount } from './support/bodies.ts';
import { callSandbox, dataOf, idOf } from './support/callSandbox.ts';
import { control } from './support/control.ts';
import { openSandbox } from './support/openSandbox.ts';

describe('the marketplace in the observed shapes of the live service', () => {
  let live: Sandbox;
  let specified: Sandbox;
  beforeEach(async () => {
    live = await openSandbox({ offers: 3, liveShapes: true });
    specified = await openSandbox({ offers: 3 });
  });
  afterEach(async () => {
    await live.close();
    await specified.close();
  });

  const call = (text: string, body?: Json) => callSandbox(live, text, body);

  it('shows items with a slug and exact prices as objects in cents', async () => {
    const madeAnswered = await call('POST /v2/item-offers', { ...itemOffer, price: '0.0125' });
    expect(dataOf(madeAnswered)).toMatchObject({
      slug: 'storm-drake',
      price_eur: { format: '€0,0125', value: 0.0125, amount: 1, currency: { symbol: '€', code: 'EUR' } },
      price_usd: { value: 0.013552, amount: 1, currency: { symbol: '$', code: 'USD' } },
    });
    const plain = dataOf(await callSandbox(specified, 'POST /v2/item-offers', itemOffer));
    expect(plain).not.toHaveProperty('slug');
    expect(plain.price_eur).toBe('0.0125');
  });

  it('shows neither purchase nor completion nor refund of a currency order', async () => {
    const offer = idOf(await call('POST /v2/currency-offers', currencyOffer));
    await call(`POST /v2/currency-offers/${offer}/list`);
    const order = idOf(await control(live, 'POST /buy', { kind: 'currency', offer, quantity: 10 }));
    const completed = dataOf(await call(`POST /v2/currency-orders/${order}/complete`));
    expect(completed).toMatchObject({ status: 'delivered', currency_offer_id: offer });
    for (const name of ['purchased_at', 'completed_at', 'refunded_at'])
      expect(completed).not.toHaveProperty(name);
  });

  it.each(['POST /v1/accounts', 'POST /v2/account-offers'])(
    'refuses the login of another listed offer: %s',
    async (create) => {
      const body = { ...(create.includes('v1') ? accountV1 : legacyAccount), login: 'taken' };
      expect((await call(create, body)).status).toBe(201);
      const refused = await call(create, body);
      const text = 'The login has already been taken.';
      expect([refused.status, refused.body]).toEqual([422, { message: text, errors: { login: [text] } }]);

      const nextValue = idOf(await call(create, { ...body, login: 'free' }));
      const path = `/v2/account-offers/${nextValue}`;
      expect((await call(`PATCH ${path}`, { login: 'taken' })).status).toBe(422);
      expect((await call(`PATCH ${path}`, { login: 'free', title: 'Again' })).status).toBe(200);
      await call(`POST ${path}/list`);
      await control(live, 'POST /buy', { kind: 'account', offer: nextValue });
      expect((await call(create, { ...body, login: 'free' })).status).toBe(201);

      for (const status of [201, 201])
        expect((await callSandbox(specified, create, body)).status).toBe(status);
    },
  );

  it('accepts an account without the items of its game, always in the newer form', async () => {
    const [legacy, stocked] = [legacyAccount, stockedAccount].map((body): Json =>
      Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'game_items')),
    );
    expect((await call('POST /v2/account-offers', legacy)).status).toBe(201);
    expect((await callSandbox(specified, 'POST /v2/account-offers', legacy)).status).toBe(422);
    for (const sandbox of [live, specified]) {
      expect((await callSandbox(sandbox, 'POST /v2/account-offers/create', stocked)).status).toBe(201);
    }
  });

  it('accepts a price as numeric text in an update of a currency offer', async () => {
    const path = `/v2/currency-offers/${live.sampleCurrencyOfferId}`;
    const changed = dataOf(await call(`PATCH ${path}`, { price: '0.000012' }));
    expect(changed.price_eur).toMatchObject({ amount: 0.000012 });
    for (const price of ['1.2e-5', '0.0000001', 'many']) {
      expect((await call(`PATCH ${path}`, { price })).status).toBe(422);
    }
  });
});
