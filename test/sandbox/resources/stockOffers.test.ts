import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { itemOffer } from '../support/bodies.ts';
import { callSandbox, dataOf, listOf } from '../support/callSandbox.ts';
import { openSandbox } from '../support/openSandbox.ts';

const FULL = {
  description: 'Face to face.',
  price: 1.5,
  game: 'realm-of-tides',
  stock: 10,
  min_quantity: 2,
  delivery_time: { duration: 3, unit: 'hours' },
} as const;

describe('a stock offer', () => {
  let sandbox: Sandbox;
  let v1: string;
  let v2: string;

  beforeAll(async () => {
    sandbox = await openSandbox();
    v1 = `PATCH /v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    v2 = `PATCH /v2/currency-offers/${sandbox.sampleCurrencyOfferId}`;
  });
  afterAll(() => sandbox.close());

  it('changes only the sent members by a PATCH on v2', async () => {
    await callSandbox(sandbox, v1, { ...FULL, currency_data: { server: 'Ironreach' } });
    const previousObject = dataOf(await callSandbox(sandbox, v2.replace('PATCH', 'GET')));
    expect(previousObject).toMatchObject({
      description: 'Face to face.',
      stock: 10,
      min_quantity: 2,
      parameters: { server: 'Ironreach' },
      delivery_time: { duration: 3, unit: 'hours', format: '3h', format_long: '3 hours', seconds: 10_800 },
    });

    const { status, body } = await callSandbox(sandbox, v2, { price: '0.000012' });

    const changed = {
      price_eur: '0.000012',
      price_usd: '0.000013',
      updated_at: expect.any(Number) as number,
    };
    expect({ status, data: body.data }).toEqual({ status: 200, data: { ...previousObject, ...changed } });
  });

  it('stores a list as an object with its positions as names, as PHP arrays do', async () => {
    const { body } = await callSandbox(sandbox, v1, { ...FULL, currency_data: ['EU', { faction: 'Tide' }] });

    expect(body.data).toMatchObject({ attributes: { data: { 0: 'EU', 1: { faction: 'Tide' } } } });
  });

  it('clears the game data with null, and leaves it unchanged if it is absent', async () => {
    await callSandbox(sandbox, v1, { ...FULL, currency_data: { server: 'Ironreach' } });
    const keptAnswered = await callSandbox(sandbox, v1, FULL);
    const cleared = await callSandbox(sandbox, v1, { ...FULL, currency_data: null });

    expect(keptAnswered.body.data).toMatchObject({ attributes: { data: { server: 'Ironreach' } } });
    expect(cleared.body.data).toMatchObject({ attributes: { data: {} } });
  });

  it('reads a price in dollars on v2, and stores it in euros', async () => {
    const { body } = await callSandbox(sandbox, v2, { price: 1.0842, currency: 'USD' });

    expect(body.data).toMatchObject({ price_eur: '1', price_usd: '1.0842' });
  });

  it('names every missing field, and counts the others in the summary', async () => {
    const { body } = await callSandbox(sandbox, v1, {});

    expect(body.message).toBe('The description field is required. (and 5 more errors)');
    expect(Object.keys(body.errors as object)).toEqual(Object.keys(FULL));
  });

  it('appears exactly once in the record of requests', async () => {
    const countBefore = sandbox.requests().length;
    await callSandbox(sandbox, v2, { stock: 77 });

    expect(sandbox.requests().slice(countBefore)).toEqual([
      expect.objectContaining({
        method: 'PATCH',
        route: '/v2/currency-offers/{currencyOffer}',
        status: 200,
        body: { stock: 77 },
      }),
    ]);
  });

  it('shows the addresses of images for an item, in lists and alone, but not for a currency', async () => {
    const [item] = listOf(await callSandbox(sandbox, 'GET /v2/item-offers?per_page=1'));
    const madeObject = dataOf(await callSandbox(sandbox, 'POST /v2/item-offers', itemOffer));
    const single = dataOf(await callSandbox(sandbox, `GET /v2/item-offers/${Number(item?.id)}`));
    for (const offer of [item, madeObject, single])
      expect(offer).toMatchObject({ image_urls: [expect.stringMatching(/^https:/)] });
    const [currency] = listOf(await callSandbox(sandbox, 'GET /v2/currency-offers?per_page=1'));
    expect(currency).not.toHaveProperty('image_urls');
  });
});
