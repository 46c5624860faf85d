import type { Json, JsonObject } from '../../../src/contract/json.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { openShop, type Shop } from '../support/shop.ts';
import { currencyOffer, itemOffer } from '../support/bodies.ts';
import { callSandbox } from '../support/callSandbox.ts';
import { openSandbox } from '../support/openSandbox.ts';

const x = (length: number) => 'x'.repeat(length);

/** Bodies at a limit, each still accepted by every form: section, what is at its limit, the members that differ. */
const accepted: readonly [section: string, what: string, change: JsonObject][] = [
  ['4.6', 'a description of 5028 characters', { description: x(5_028) }],
  ['8', 'a description of 5028 emoji', { description: '🔥'.repeat(5_028) }],
  ['4.6', 'a price of six places', { price: 0.000001 }],
  ['4.6', 'a price of nothing', { price: 0 }],
  ['observed', 'a price as text with six places', { price: '0.012300' }],
  ['8', 'a stock of 0', { stock: 0 }],
  ['8', 'a stock of 1000000000', { stock: 1_000_000_000 }],
  ['8', 'a minimum of 1', { min_quantity: 1 }],
  ['8', 'a minimum of 1000000000', { min_quantity: 1_000_000_000 }],
  ['2.5', 'delivery in minutes', { delivery_time: { duration: 1, unit: 'minutes' } }],
  ['2.5', 'delivery in days', { delivery_time: { duration: 30, unit: 'days' } }],
  ['observed', 'instant delivery as it was read', { delivery_time: { duration: 0, unit: 'seconds' } }],
  ['4.6', 'no instructions', { delivery_instructions: null }],
  ['4.6', 'members that the table does not have', { views: 5, format: 'x', icon_url: 7 }],
];

/** Bodies that break one rule of every form: section, the field that is refused, its value, the text. */
const refused: readonly [section: string, field: string, value: Json, text: string][] = [
  ['4.6', 'description', null, 'The description field is required.'],
  ['4.6', 'description', ' ', 'The description field is required.'],
  ['4.6', 'description', 7, 'The description field must be a string.'],
  ['8', 'description', x(5_029), 'The description field must not be greater than 5028 characters.'],
  ['4.6', 'price', null, 'The price field is required.'],
  ['4.6', 'price', 'free', 'The price field must be a number.'],
  ['4.6', 'price', 'e3', 'The price field must be a number.'],
  ['observed', 'price', '1e3', 'The price field must have 0-6 decimal places.'],
  ['8', 'price', '0.1234567', 'The price field must have 0-6 decimal places.'],
  ['8', 'price', 0.1234567, 'The price field must have 0-6 decimal places.'],
  ['4.6', 'price', -1, 'The price field must be at least 0.'],
  ['4.6', 'game', 'no-such-game', 'The selected game is invalid.'],
  ['4.6', 'stock', null, 'The stock field is required.'],
  ['8', 'stock', -1, 'The stock field must be at least 0.'],
  ['8', 'stock', 1_000_000_001, 'The stock field must not be greater than 1000000000.'],
  ['4.6', 'stock', 1.5, 'The stock field must be an integer.'],
  ['4.6', 'stock', 'many', 'The stock field must be an integer.'],
  ['4.6', 'min_quantity', null, 'The min quantity field is required.'],
  ['8', 'min_quantity', 0, 'The min quantity field must be at least 1.'],
  ['8', 'min_quantity', 1_000_000_001, 'The min quantity field must not be greater than 1000000000.'],
  ['4.6', 'min_quantity', true, 'The min quantity field must be an integer.'],
  ['4.6', 'delivery_time', 'soon', 'The delivery time field must be an array.'],
  ['4.6', 'delivery_time.duration', { unit: 'days' }, 'The delivery time.duration field is required.'],
  ['2.5', 'delivery_time.unit', { duration: 1 }, 'The delivery time.unit field is required.'],
  [
    '2.5',
    'delivery_time.unit',
    { duration: 1, unit: 'weeks' },
    'The selected delivery time.unit is invalid.',
  ],
  [
    'observed',
    'delivery_time.unit',
    { duration: 5, unit: 'seconds' },
    'The selected delivery time.unit is invalid.',
  ],
  ['4.6', 'delivery_instructions', 5, 'The delivery instructions field must be a string.'],
];

/** Rules that only v2 has (observed), for both kinds. */
const refusedOnV2: readonly [field: string, value: Json, text: string][] = [
  ['external_id', x(256), 'The external id field must not be greater than 255 characters.'],
  ['currency', 'GBP', 'The selected currency is invalid.'],
  ['game_id', 99, 'The selected game id is invalid.'],
  ['game_id', 1.5, 'The game id field must be an integer.'],
  ['game_id', 'two', 'The game id field must be an integer.'],
];

/** Every form in which a stock offer is sent: the call, and a body that keeps every rule. */
const FORMS: Readonly<Record<string, (shop: Shop) => readonly [call: string, whole: JsonObject]>> = {
  'v1 update': ({ currency }) => [`PATCH /v1/currency-offers/${currency}`, currencyOffer],
  'v1 creation': () => ['POST /v1/currency-offers', currencyOffer],
  'v2 currency update': ({ currency }) => [`PATCH /v2/currency-offers/${currency}`, currencyOffer],
  'v2 currency creation': () => ['POST /v2/currency-offers', currencyOffer],
  'v2 item update': ({ item }) => [`PATCH /v2/item-offers/${item}`, itemOffer],
  'v2 item creation': () => ['POST /v2/item-offers', itemOffer],
};

describe.each(Object.keys(FORMS))('the rules of a %s', (name) => {
  let sandbox: Sandbox;
  let call: string;
  let wholeObject: JsonObject;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 3 });
    [call, wholeObject] = FORMS[name]?.(await openShop(sandbox)) ?? ['', {}];
  });
  afterAll(() => sandbox.close());

  it.each(accepted)('section %s: accept %s', async (_section, _what, change) => {
    const { status } = await callSandbox(sandbox, call, { ...wholeObject, ...change });
    expect(status).toBe(name.endsWith('creation') ? 201 : 200);
  });

  it.each(refused)('section %s: refuse %s of %j', async (_section, field, value, text) => {
    const [member = ''] = field.split('.');
    const { status, body } = await callSandbox(sandbox, call, { ...wholeObject, [member]: value });
    expect({ status, body }).toEqual({ status: 422, body: { message: text, errors: { [field]: [text] } } });
  });

  it('section 7.2: name every field that breaks a rule, and count the fields in the message', async () => {
    const { status, body } = await callSandbox(sandbox, call, { ...wholeObject, stock: -1, price: 'x' });
    expect({ status, fields: Object.keys(body.errors as JsonObject).sort() }).toEqual({
      status: 422,
      fields: ['price', 'stock'],
    });
    expect(body.message).toMatch(/ \(and 1 more error\)$/);
  });

  if (name.startsWith('v2')) {
    it.each(refusedOnV2)('observed: refuse %s of %j', async (field, value, text) => {
      const otherMembers = Object.entries(wholeObject).filter(([member]) => member !== 'game');
      const named = field === 'game_id' ? Object.fromEntries(otherMembers) : wholeObject;
      const { body } = await callSandbox(sandbox, call, { ...named, [field]: value });
      expect(body.errors).toEqual({ [field]: [text] });
    });
  }

  if (name.startsWith('v1') || name.endsWith('creation')) {
    const required = ['description', 'price', 'stock', 'min_quantity', 'delivery_time'];
    it('section 4.6: require every field but the game data and the instructions', async () => {
      const { body } = await callSandbox(sandbox, call, {});
      const fields = Object.keys(body.errors as JsonObject);
      expect(fields).toEqual(expect.arrayContaining([...required, 'game']));
      expect(fields).not.toContain('currency_data');
      expect(fields).not.toContain('delivery_instructions');
    });
  } else {
    it('observed: require nothing', async () => {
      expect((await callSandbox(sandbox, call, {})).status).toBe(200);
    });
  }
});
