import { z } from 'zod';
import { contracts } from '../../../src/contract/contracts.js';
import { decimalNumber, limitedText } from '../../../src/contract/requestKinds.js';
import { describeSchema as describeContract } from '../../../src/contract/describe.js';
import { ExactNumber, type Json, type JsonObject } from '../../../src/contract/json.js';
import { validateBody } from '../../../src/mapping/translate/validateBody.js';

const contract = contracts.v1.get('currencyOfferUpdate');

const good: JsonObject = {
  description: 'Gold',
  price: 1.5,
  game: 'star-traders',
  stock: 10,
  min_quantity: 1,
  delivery_time: { duration: 30, unit: 'minutes' },
};

function check(body: Json) {
  if (contract === undefined) throw new Error('the contract is there');
  return validateBody(contract, body);
}

const accepted = (change: JsonObject) => {
  const checked = check({ ...good, ...change });
  return checked.ok ? checked.value : checked.failure.errors;
};

describe('a v1 currency offer update', () => {
  it('is accepted with only the required fields', () => {
    expect(check(good)).toEqual({ ok: true, value: good });
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['text with six decimals for a price', { price: '0.004200' }, { price: '0.004200' }],
    ['the smallest price', { price: '0.000001' }, { price: '0.000001' }],
    ['the shortest text of a price', { price: ' +.5 ' }, { price: '+.5' }],
    ['text with more zeros than PHP takes', { price: '0.50000000' }, { price: '0.5' }],
    ['an exponent number', { price: new ExactNumber('1.2e-05') }, { price: 0.000012 }],
    ['a large exponent number', { price: new ExactNumber('15E2') }, { price: 1500 }],
    [
      'a price with many zeros',
      { price: new ExactNumber('999999998.00000000000000') },
      { price: 999_999_998 },
    ],
    ['a whole number written as a decimal', { stock: new ExactNumber('5.0') }, { stock: 5 }],
    ['numeric text for integers', { stock: '0', min_quantity: ' 7 ' }, { stock: 0, min_quantity: 7 }],
    ['an object for currency_data', { currency_data: { a: 1 } }, { currency_data: { a: 1 } }],
    ['a list for currency_data', { currency_data: [1] }, { currency_data: [1] }],
    ['null for currency_data', { currency_data: null }, { currency_data: null }],
    ['null for delivery_instructions', { delivery_instructions: null }, { delivery_instructions: null }],
    ['5028 characters', { description: 'é'.repeat(5028) }, { description: 'é'.repeat(5028) }],
    [
      '5028 characters outside the basic plane',
      { description: '😀'.repeat(5028) },
      { description: '😀'.repeat(5028) },
    ],
    [
      'a whole delivery_time as it was read',
      {
        delivery_time: { duration: '5', unit: 'hours', format: '5h', formatLong: '5 hours', seconds: 18000 },
      },
      { delivery_time: { duration: 5, unit: 'hours' } },
    ],
    ['the largest stock and minimum', { stock: 1e9, min_quantity: 1e9 }, { stock: 1e9, min_quantity: 1e9 }],
  ])('takes %s', (_, change, canonical) => {
    expect(accepted(change)).toEqual({ ...good, ...canonical });
  });

  it('leaves out members that v1 does not know', () => {
    expect(accepted({ colour: 'red', id: 1 })).toEqual(good);
  });

  it.each<[string, JsonObject, Record<string, string[]>]>([
    ['an empty description', { description: ' ' }, { description: ['The description field is required.'] }],
    ['a missing game', { game: undefined }, { game: ['The game field is required.'] }],
    ['a null price', { price: null }, { price: ['The price field is required.'] }],
    [
      '5029 characters',
      { description: 'é'.repeat(5029) },
      { description: ['The description field must not be greater than 5028 characters.'] },
    ],
    ['a number for text', { game: 5 }, { game: ['The game field must be a string.'] }],
    ['seven decimals', { price: '0.1234567' }, { price: ['The price field must have 0-6 decimal places.'] }],
    [
      'seven decimals in a number',
      { price: 1e-7 },
      { price: ['The price field must have 0-6 decimal places.'] },
    ],
    // PHP: is_numeric takes an exponent, Laravel's `decimal` does not.
    ['exponent text', { price: '1e5' }, { price: ['The price field must have 0-6 decimal places.'] }],
    [
      'an exponent number with seven decimals',
      { price: new ExactNumber('1e-7') },
      { price: ['The price field must have 0-6 decimal places.'] },
    ],
    ['NaN in text', { price: 'NaN' }, { price: ['The price field must be a number.'] }],
    ['true for a price', { price: true }, { price: ['The price field must be a number.'] }],
    ['a negative stock', { stock: -1 }, { stock: ['The stock field must be at least 0.'] }],
    [
      'too much stock',
      { stock: 1_000_000_001 },
      { stock: ['The stock field must not be greater than 1000000000.'] },
    ],
    ['a fraction of stock', { stock: '1.5' }, { stock: ['The stock field must be an integer.'] }],
    ['an exponent stock', { stock: '1e3' }, { stock: ['The stock field must be an integer.'] }],
    [
      'a minimum of none',
      { min_quantity: 0 },
      { min_quantity: ['The min quantity field must be at least 1.'] },
    ],
    [
      'too large a minimum',
      { min_quantity: '1000000001' },
      { min_quantity: ['The min quantity field must not be greater than 1000000000.'] },
    ],
    [
      'text for delivery_time',
      { delivery_time: '5 minutes' },
      { delivery_time: ['The delivery time field must be an array.'] },
    ],
    [
      'an empty delivery_time',
      { delivery_time: [] },
      { delivery_time: ['The delivery time field must be an array.'] },
    ],
    [
      'a delivery_time without unit',
      { delivery_time: { duration: 5 } },
      { 'delivery_time.unit': ['The delivery time.unit field is required.'] },
    ],
    [
      'text for currency_data',
      { currency_data: 'x' },
      { currency_data: ['The currency data field must be an array.'] },
    ],
    [
      'a list for delivery_instructions',
      { delivery_instructions: [] },
      { delivery_instructions: ['The delivery instructions field must be a string.'] },
    ],
  ])('refuses %s and names the field', (_, change, errors) => {
    expect(accepted(change)).toEqual(errors);
  });

  it.each<[Json]>([[null], [[]], ['text'], [5], [{}]])(
    'refuses the body %j with every required field',
    (body) => {
      const checked = check(body);
      expect(checked).toMatchObject({
        ok: false,
        failure: { message: 'The description field is required. (and 5 more errors)' },
      });
      expect(checked.ok || Object.keys(checked.failure.errors)).toEqual(Object.keys(good));
    },
  );

  it('counts further errors in the summary', () => {
    const result = check({ ...good, stock: -1, game: null });
    expect(result.ok || result.failure.message).toBe('The game field is required. (and 1 more error)');
  });
});

describe('a v1 body with an enumeration and a price range', () => {
  const bounded = describeContract(
    z.object({
      level_up_method: z.enum(['by_hand', 'by_bot']),
      price: decimalNumber({ places: 2, minimum: 0.99, maximum: 100 }),
      title: limitedText(3).optional(),
    }),
  );
  const errorsOf = (body: Json) => {
    const checked = validateBody(bounded, body);
    return checked.ok ? checked.value : checked.failure.errors;
  };

  it('is accepted at its limits', () => {
    const least = { level_up_method: 'by_bot', price: '0.990', title: '😀😀😀' };
    expect(errorsOf(least)).toEqual({ ...least, price: '0.99' });
    expect(errorsOf({ level_up_method: 'by_hand', price: 100 })).toEqual({
      level_up_method: 'by_hand',
      price: 100,
    });
  });

  it('is refused just beyond them', () => {
    expect(errorsOf({ level_up_method: 'By_hand', price: 0.98, title: '😀😀😀😀' })).toEqual({
      level_up_method: ['The selected level up method is invalid.'],
      price: ['The price field must be at least 0.99.'],
      title: ['The title field must not be greater than 3 characters.'],
    });
    expect(errorsOf({ level_up_method: 'by_hand', price: '100.01' })).toEqual({
      price: ['The price field must not be greater than 100.'],
    });
  });
});

describe('a member that no contract has', () => {
  const nested = describeContract(
    z.object({ name: z.string(), doors: z.array(z.object({ wide: z.boolean() })) }),
  );
  const body = { name: 'Hall', door: 1, doors: [{ wide: true }, { wide: true, high: 2 }] };

  it('is left out, or refused at any depth', () => {
    expect(validateBody(nested, body)).toEqual({
      ok: true,
      value: { name: 'Hall', doors: [{ wide: true }, { wide: true }] },
    });
    expect(validateBody(nested, body, { unknownMembers: 'refuse' })).toMatchObject({
      ok: false,
      failure: {
        errors: {
          door: ['The door field is prohibited.'],
          'doors.1.high': ['The doors.1.high field is prohibited.'],
        },
      },
    });
  });
});
