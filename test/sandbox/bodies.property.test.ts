import fc from 'fast-check';
import type { Json, JsonObject } from '../../src/contract/json';
import { printDecimal } from '../../src/sandbox/amounts/printDecimal';
import { printShortest } from '../../src/sandbox/amounts/printShortest';
import { readDecimal } from '../../src/sandbox/amounts/readDecimal';
import { games } from '../../src/sandbox/games/games';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { decimal, deliveryTime, freeObject, legacyAccounts, text } from './support/accountBodies';
import { callSandbox, dataOf, idOf } from './support/callSandbox';
import { openSandbox } from './support/openSandbox';

jest.setTimeout(60_000);

const RUNS = { numRuns: 150 };

const money = (price: Json | undefined, print: (micros: bigint) => string) =>
  print(readDecimal(typeof price === 'string' ? price : JSON.stringify(price)) ?? -1n);

const currencyBodies = fc.record(
  {
    description: text(5_028),
    price: decimal(6, 0, 2_000_000_000),
    game: fc.constantFrom(...games.map(({ slug }) => slug)),
    stock: fc.integer({ min: 0, max: 1_000_000_000 }),
    min_quantity: fc.integer({ min: 1, max: 1_000_000_000 }),
    delivery_time: deliveryTime,
    currency_data: fc.option(freeObject),
    delivery_instructions: fc.option(text(2_048)),
  },
  { requiredKeys: ['description', 'price', 'game', 'stock', 'min_quantity', 'delivery_time'] },
) as fc.Arbitrary<JsonObject>;

/** For each field values that break exactly one of its rules. */
const currencyFaults: readonly (readonly [field: string, values: fc.Arbitrary<Json>])[] = [
  ['description', fc.constantFrom<Json>(null, '', 7, {}, 'x'.repeat(5_029))],
  [
    'price',
    fc.oneof(
      fc.constantFrom<Json>(null, -0.01, 'x', '1e3', '0.1234567', true, {}),
      fc.double({ max: -1e-9 }),
    ),
  ],
  ['game', fc.constantFrom<Json>(null, '', 'nowhere', 5)],
  [
    'stock',
    fc.oneof(
      fc.constantFrom<Json>(null, 0.5, 'many', []),
      fc.integer({ max: -1 }),
      fc.integer({ min: 1_000_000_001 }),
    ),
  ],
  [
    'min_quantity',
    fc.oneof(
      fc.constantFrom<Json>(null, 1.5, {}),
      fc.integer({ max: 0 }),
      fc.integer({ min: 1_000_000_001 }),
    ),
  ],
  ['delivery_time', fc.constantFrom<Json>(null, 'soon', 5)],
  ['currency_data', fc.constantFrom<Json>('EU', 5, true)],
  ['delivery_instructions', fc.constantFrom<Json>(5, true, {})],
];

const accountFaults: readonly (readonly [field: string, values: fc.Arbitrary<Json>])[] = [
  ['title', fc.constantFrom<Json>(null, ' ', 'x'.repeat(256), 5)],
  ['description', fc.constantFrom<Json>(null, 'x'.repeat(2_049), [])],
  [
    'price',
    fc.oneof(fc.constantFrom<Json>(null, 0.98, '1.234', 'x', {}), fc.double({ max: 0.9, noNaN: true })),
  ],
  ['game', fc.constantFrom<Json>('nowhere', 5)],
  ['image_urls', fc.constantFrom<Json>(null, [], 'https://example.com/1.png')],
  ['account_data', fc.constantFrom<Json>(null, 'gold', 5)],
  ['external_id', fc.constantFrom<Json>('x'.repeat(256), 5)],
  ['is_manual', fc.constantFrom<Json>('yes', 2, {})],
  ['login', fc.constantFrom<Json>('x'.repeat(256), 5)],
  ['email_provider', fc.constantFrom<Json>('x'.repeat(256), [])],
  ['delivery_time', fc.constantFrom<Json>('soon', 5)],
];

const faultOf = (faults: typeof currencyFaults) =>
  fc.constantFrom(...faults).chain(([field, values]) => values.map((value) => ({ field, value })));

describe('request bodies', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 3 });
  });
  afterAll(() => sandbox.close());

  it('are accepted when they keep every rule of an account offer, and stored equal', async () => {
    await fc.assert(
      fc.asyncProperty(legacyAccounts, async (body) => {
        const answer = await callSandbox(sandbox, 'POST /v2/account-offers', body);
        expect(answer.status).toBe(201);
        const read = await callSandbox(sandbox, `GET /v2/account-offers/${idOf(answer)}`);
        expect(read.body.data).toEqual(answer.body.data);
        expect(read.body.data).toMatchObject({
          title: body.title,
          description: body.description,
          price: money(body.price, (micros) => printDecimal(micros, 2)),
          image_urls: body.image_urls,
          external_id: body.external_id ?? '',
          dump: body.dump ?? '',
          delivery_instructions: body.delivery_instructions ?? '',
          delivery_time: body.delivery_time,
          is_manual_delivery: body.is_manual ?? false,
          credentials: { login: body.login, password: body.password, email_login: body.email_login ?? '' },
          ...(body.slug === undefined ? {} : { slug: body.slug }),
        });
        expect(dataOf(read).parameters).toEqual(body.account_data);
      }),
      RUNS,
    );
  });

  it('are refused on exactly the field of an account offer that breaks a rule', async () => {
    await fc.assert(
      fc.asyncProperty(legacyAccounts, faultOf(accountFaults), async (body, { field, value }) => {
        const answer = await callSandbox(sandbox, 'POST /v2/account-offers', { ...body, [field]: value });
        expect(answer.status).toBe(422);
        expect(Object.keys(answer.body.errors as JsonObject)).toEqual([field]);
      }),
      RUNS,
    );
  });

  it('are accepted when they keep every rule of a v1 currency offer, and stored equal in both versions', async () => {
    const id = sandbox.sampleCurrencyOfferId;
    await fc.assert(
      fc.asyncProperty(currencyBodies, async (body) => {
        const { status, body: v1 } = await callSandbox(sandbox, `PATCH /v1/currency-offers/${id}`, body);
        expect(status).toBe(200);
        expect(v1.data).toMatchObject({
          attributes: {
            description: body.description,
            game_slug: body.game,
            price: Number(body.price),
            stock: body.stock,
            min_quantity: body.min_quantity,
            delivery_time: body.delivery_time,
            ...(body.currency_data === undefined ? {} : { data: body.currency_data ?? {} }),
          },
        });
        const v2 = await callSandbox(sandbox, `GET /v2/currency-offers/${id}`);
        expect(v2.body.data).toMatchObject({
          description: body.description,
          price_eur: money(body.price, printShortest),
          ...(body.delivery_instructions === undefined
            ? {}
            : { delivery_instructions: body.delivery_instructions ?? '' }),
        });
      }),
      RUNS,
    );
  });

  it('are refused on exactly the field of a currency offer that breaks a rule, in both versions', async () => {
    const id = sandbox.sampleCurrencyOfferId;
    await fc.assert(
      fc.asyncProperty(currencyBodies, faultOf(currencyFaults), async (body, { field, value }) => {
        for (const call of [`PATCH /v1/currency-offers/${id}`, 'POST /v1/currency-offers']) {
          const { status, body: answer } = await callSandbox(sandbox, call, { ...body, [field]: value });
          expect(status).toBe(422);
          expect(Object.keys(answer.errors as JsonObject)).toEqual([field]);
        }
      }),
      RUNS,
    );
  });
});
