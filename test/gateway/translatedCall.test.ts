import type { Json, JsonObject } from '../../src/contract/json.js';
import type { Upstream } from '../../src/gateway/upstream.js';
import { sampleOffer } from '../support/sampleOffer.ts';
import { answers } from './support/answers.ts';
import { shippedGateway } from './support/shippedGateway.ts';

const OFFER = '/v1/currency-offers/7';
const RETRY = { 'retry-after': '42' };
const ofResource = { ...RETRY, 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' };

/** The whole of `sampleOffer` as a v1 client writes it, as an update requires it. */
const wholeObject: JsonObject = {
  description: 'the description',
  price: '1.000000',
  game: 'the-game',
  stock: 5,
  min_quantity: 1,
  delivery_time: { duration: 1, unit: 'hours' },
};

/** A v2 that takes no more writes to the offer and shows it like this. */
function usedUp(
  offer: Json,
  headers: Readonly<Record<string, string>> = ofResource,
  answersUnchanged = true,
) {
  const calls: string[] = [];
  const upstream: Upstream = ({ method, path }) => {
    calls.push(`${method} ${path}`);
    return Promise.resolve(method === 'GET' ? answers(200, { data: offer }) : answers(429, {}, headers));
  };
  return { ...shippedGateway(upstream, undefined, { answersUnchanged }), calls };
}

async function update(body: JsonObject, offer: JsonObject = {}) {
  const { call, calls } = usedUp({ ...sampleOffer, ...offer });
  const { answer, body: got } = await call('PATCH', OFFER, { ...wholeObject, ...body });
  expect(calls).toEqual(['PATCH /v2/currency-offers/7', 'GET /v2/currency-offers/7']);
  return { status: answer.status, headers: answer.headers, got };
}

describe('a write to an offer that has used up its limit of writes at v2', () => {
  it('is answered with the unchanged offer if it would change nothing', async () => {
    const { status, headers, got } = await update({});
    expect([status, headers['x-lifeboat-unchanged'], headers['retry-after']]).toEqual([200, '1', undefined]);
    expect(got['data']).toMatchObject({ id: '7', attributes: { price: 1, stock: 5 } });
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['a price as a number', { price: 1 }, {}],
    ['a price with other zeros', { price: '1' }, { price_eur: '1.000' }],
    ['a price that v2 shows as a number', { price: '0.0123' }, { price_eur: 0.0123 }],
    [
      'a price that v2 shows as an object',
      { price: 5.99 },
      { price_eur: { format: '€5,99', format_readable: '€5,99', amount: 5.99, currency: 'EUR' } },
    ],
    ['a very small price', { price: '0.000001' }, { price_eur: 1e-6 }],
    ['a stock as text', { stock: '5' }, {}],
    [
      'the same attributes in another order',
      { currency_data: { b: [1], a: 'x' } },
      { parameters: { a: 'x', b: [1] } },
    ],
    ['no attributes', { currency_data: {} }, { parameters: [] }],
    ['attributes null, which empties nothing', { currency_data: null }, { parameters: { a: 'x' } }],
    ['the same instructions', { delivery_instructions: 'Meet me.' }, { delivery_instructions: 'Meet me.' }],
    ['no instructions', { delivery_instructions: null }, { delivery_instructions: null }],
  ])('would not be changed by %s', async (_what, body, offer) => {
    expect((await update(body, offer)).status).toBe(200);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['another price', { price: '1.000001' }, {}],
    ['a price that v1 would show alike', { price: 5.99 }, { price_eur: '5.9900004' }],
    ['a price of an offer in dollars', {}, { base_currency: 'USD' }],
    ['a price that is shown in dollars', {}, { price_eur: { format: '$1', amount: 1, currency: 'USD' } }],
    ['another description', { description: 'The description' }, {}],
    ['another game', { game: 'other' }, {}],
    ['another stock', { stock: 4 }, {}],
    ['another unit of the delivery time', { delivery_time: { duration: 1, unit: 'days' } }, {}],
    ['another duration', { delivery_time: { duration: 60, unit: 'hours' } }, {}],
    ['an attribute more', { currency_data: { server: 'the server', side: 'a' } }, {}],
    ['an attribute less', { currency_data: {} }, {}],
    ['an attribute of another type', { currency_data: { n: '1' } }, { parameters: { n: 1 } }],
    ['instructions where there are none', { delivery_instructions: 'Meet me.' }, {}],
    ['no instructions where there are some', { delivery_instructions: null }, { delivery_instructions: 'x' }],
  ])('would be changed by %s', async (_what, body, offer) => {
    const { status, headers, got } = await update(body, offer);
    expect([status, headers['retry-after'], headers['x-lifeboat-unchanged']]).toEqual([429, '42', undefined]);
    expect(got['data']).toBeUndefined();
  });

  it('counts as a change if v2 does not show what it sets', async () => {
    const remainingEntry = Object.fromEntries(
      Object.entries(sampleOffer).filter(([name]) => name !== 'delivery_instructions'),
    );
    const { call } = usedUp(remainingEntry);
    const { answer } = await call('PATCH', OFFER, { ...wholeObject, delivery_instructions: null });
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '42']);
  });

  it.each([
    ['PATCH', `${OFFER}/actions/list`, 'listed', undefined],
    ['PATCH', `${OFFER}/actions/unlist`, 'draft', undefined],
    ['PATCH', `${OFFER}/actions/archive`, 'archived', undefined],
    ['PATCH', '/v1/item-offers/7/status', 'archived', { status: 'archived' }],
    ['PATCH', '/v1/item-offers/7/status', 'listed', { status: 'listed' }],
  ])('is unchanged by an action to the current status: %s %s, %s', async (method, path, status, body) => {
    const same = usedUp({ ...sampleOffer, status });
    const { answer } = await same.call(method, path, body);
    expect([answer.status, answer.headers['x-lifeboat-unchanged']]).toEqual([200, '1']);
    const nextEntry = usedUp({ ...sampleOffer, status: 'in_review' });
    expect((await nextEntry.call(method, path, body)).answer.status).toBe(429);
  });

  it.each(['/v1/currency-orders/7/actions/complete'])('is never unchanged by %s', async (path) => {
    const { call, calls } = usedUp(sampleOffer);
    expect((await call('PATCH', path)).answer.status).toBe(429);
    expect(calls).toHaveLength(1);
  });

  it('is passed on as 429 if the offer cannot be read', async () => {
    const { call } = usedUp({ id: 7 });
    const { answer } = await call('PATCH', OFFER, wholeObject);
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '42']);
  });

  it('is not read if the limit belongs to the key, or if the setting forbids it', async () => {
    const ofKey = usedUp(sampleOffer, { ...RETRY, 'x-ratelimit-limit': '500' });
    expect((await ofKey.call('PATCH', OFFER, wholeObject)).answer.status).toBe(429);
    const sends = usedUp(sampleOffer, ofResource, false);
    expect((await sends.call('PATCH', OFFER, wholeObject)).answer.status).toBe(429);
    expect([ofKey.calls.length, sends.calls.length]).toEqual([1, 1]);
  });

  it('is answered from a read even if v2 does not name the scope of its limit', async () => {
    const { call } = usedUp(sampleOffer, RETRY);
    expect((await call('PATCH', OFFER, wholeObject)).answer.headers['x-lifeboat-unchanged']).toBe('1');
  });
});
