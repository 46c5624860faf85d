import { z } from 'zod';
import { schemas } from '../../../src/contract/contracts.js';
import { decimalNumber } from '../../../src/contract/requestKinds.js';
import { describeSchema as describeContract } from '../../../src/contract/describe.js';
import { objectOrList } from '../../../src/contract/kinds.js';
import type { ResolvedOperation } from '../../../src/mapping/compile/resolveOperation.js';
import { narrowingsOf } from '../../../src/proof/witnesses/requestNarrowings.js';
import { shippedResource } from '../../support/shipped.ts';

const update = shippedResource('currency-offer').operations.find(
  ({ operation }) => operation.name === 'updateCurrencyOffer',
);

/** A v2 contract that accepts everything that v1 accepts. */
const wide = {
  description: z.string(),
  price: z.number(),
  game: z.string(),
  stock: z.int(),
  min_quantity: z.int(),
  delivery_time: z.object({ duration: z.int(), unit: z.string() }),
  currency_data: objectOrList(),
  delivery_instructions: z.string().nullable(),
};

/** Resolves the shipped operation with another v2 contract. */
function against(schema: z.ZodObject): readonly ReturnType<typeof narrowingsOf>[number][] {
  const v2 = describeContract(schema);
  if (update?.body === undefined || v2.kind !== 'object') throw new Error('the operation has a body');
  const resolved: ResolvedOperation = { ...update, body: { ...update.body, v2 } };
  const foundNarrowings = narrowingsOf(resolved, schema);
  for (const { request } of foundNarrowings) {
    const sent = update.operation.body?.(request);
    expect(sent?.ok).toBe(true);
    expect(sent?.ok === true && schema.safeParse(sent.value.json).success).toBe(false);
  }
  return foundNarrowings;
}

const planted: readonly (readonly [string, z.ZodRawShape, string])[] = [
  ['a shorter text', { description: z.string().max(100) }, 'description longer than 100 characters'],
  ['a longer text', { game: z.string().min(3) }, 'game shorter than 3 characters'],
  ['a smaller maximum', { stock: z.int().max(5000) }, 'stock greater than 5000'],
  ['a greater minimum', { min_quantity: z.int().min(10) }, 'min_quantity less than 10'],
  [
    'fewer decimals',
    { price: decimalNumber({ places: 2, minimum: -1e9, maximum: 1e15 }) },
    'price written with more than 2 decimals',
  ],
  [
    'an enumeration',
    { game: z.enum(['star-traders', 'rune-isles']) },
    'game none of star-traders, rune-isles',
  ],
  ['no null', { delivery_instructions: z.string().optional() }, 'delivery_instructions null'],
  ['no absence, which null is too', { currency_data: objectOrList() }, 'currency_data null'],
  [
    'a range inside an object',
    { delivery_time: z.object({ duration: z.int().min(5), unit: z.string() }) },
    'delivery_time.duration less than 5',
  ],
  [
    'two members that depend on each other',
    {
      delivery_time: z
        .object({ duration: z.int(), unit: z.enum(['minutes', 'hours']) })
        .refine(({ duration, unit }) => unit !== 'minutes' || duration <= 60),
    },
    'delivery_time.unit "minutes"',
  ],
];

describe('requests that v1 takes and v2 refuses', () => {
  it('do not exist when v2 accepts all that v1 accepts', () => {
    expect(against(z.object(wide).partial())).toEqual([]);
  });

  it.each(planted)('are found behind %s', (_, narrower, expected) => {
    const [name = ''] = Object.keys(narrower);
    const foundNarrowings = against(
      z
        .object(wide)
        .partial()
        .extend(narrower as Record<string, z.ZodType>),
    );
    expect(foundNarrowings.map(({ member, is }) => `${member} ${is}`)).toContain(expected);
    expect(foundNarrowings.every(({ member }) => member.startsWith(name))).toBe(true);
  });

  it('are found once each, with the operation, both names, the value and the mapping line', () => {
    const narrower = z.object({ ...wide, description: z.string().max(10).optional() }).partial();
    expect(against(narrower)).toMatchObject([
      {
        operation: 'updateCurrencyOffer',
        member: 'description',
        target: 'description',
        is: 'longer than 10 characters',
        value: 'xxxxxxxxxxx',
        place: expect.stringMatching(/^currency-offer\.yaml:\d+$/) as string,
      },
    ]);
  });

  it('are two in the shipped mapping', () => {
    if (update === undefined) throw new Error('the operation is mapped');
    const foundNarrowings = narrowingsOf(update, schemas.v2.currencyOfferPatch);
    expect(foundNarrowings.map(({ member, is }) => `${member} ${is}`)).toEqual([
      'delivery_time.duration 1000000',
      'delivery_instructions longer than 2048 characters',
    ]);
  });
});
