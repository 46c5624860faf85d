import { ExactNumber, type JsonObject } from '../../../src/contract/json.js';
import { createRandom } from '../../../src/sandbox/values/random.js';
import { edit } from '../../../src/sandbox/faults/faultSchema.js';
import { editResource } from '../../../src/sandbox/faults/editResource.js';

const thing: JsonObject = {
  price: '0.123456',
  stock: 7,
  is_manual: false,
  title: 'Gold on eu',
  images: ['a', 'b', 'c'],
  unit: { name: 'gold', symbol: 'g' },
};

const random = createRandom(1);

const edited = (wanted: unknown): unknown => {
  const changed = editResource(thing, edit.parse(wanted), random);
  return JSON.parse(JSON.stringify(changed));
};

const printed = (wanted: unknown): unknown => {
  const { price, stock } = editResource(thing, edit.parse(wanted), random);
  return [price, stock].map((value) => (value instanceof ExactNumber ? value.text : value));
};

describe('a rewritten answer', () => {
  it.each([
    [{ at: 'price', kind: 'multiply', by: 100 }, { price: '12.3456' }],
    [{ at: 'price', kind: 'round', places: 5 }, { price: '0.12346' }],
    [{ at: 'price', kind: 'add', by: -0.000001 }, { price: '0.123455' }],
    [{ at: 'stock', kind: 'add', by: 1 }, { stock: 8 }],
    [{ at: 'stock', kind: 'quote' }, { stock: '7' }],
    [{ at: 'is_manual', kind: 'quote' }, { is_manual: 'false' }],
    [{ at: 'title', kind: 'words', words: { 'Gold on eu': 'Gold' } }, { title: 'Gold' }],
    [{ at: 'title', kind: 'case', to: 'upper' }, { title: 'GOLD ON EU' }],
    [{ at: 'title', kind: 'append', text: ' ' }, { title: 'Gold on eu ' }],
    [{ at: 'title', kind: 'cut', length: 4 }, { title: 'Gold' }],
    [{ at: 'images', kind: 'cut', length: -1 }, { images: ['a', 'b'] }],
    [{ at: 'images', kind: 'reverse' }, { images: ['c', 'b', 'a'] }],
    [{ at: 'unit.name', kind: 'drop' }, { unit: { symbol: 'g' } }],
    [{ at: 'unit.name', kind: 'rename', to: 'called' }, { unit: { called: 'gold', symbol: 'g' } }],
    [{ at: 'stock', kind: 'copy', from: 'unit.name' }, { stock: 'gold' }],
    [{ at: 'unit.note', kind: 'set', value: [null] }, { unit: { name: 'gold', symbol: 'g', note: [null] } }],
    [{ at: 'images.1', kind: 'drop' }, { images: ['a', 'c'] }],
    [{ at: 'images.*', kind: 'append', text: '!' }, { images: ['a!', 'b!', 'c!'] }],
    [{ at: 'stock', kind: 'copy', from: 'images.0' }, { stock: 'a' }],
    [{ at: ['a.b'], kind: 'set', value: {} }, { 'a.b': {} }],
    [{ at: 'stock', kind: 'count' }, { stock: 1 }],
    [{ at: 'stock', kind: 'draw', among: [3] }, { stock: 3 }],
    [{ at: 'stock', kind: 'token' }, { stock: expect.stringMatching(/^[0-9a-f]{32}$/) as string }],
  ])('is changed by %j', (wanted, change) => {
    expect(edited(wanted)).toEqual({ ...thing, ...change });
  });

  it.each([
    [{ at: 'price', kind: 'decimals', digits: '789' }, ['0.123456789', 7]],
    [{ at: 'stock', kind: 'decimals', digits: '001' }, ['0.123456', '7.001']],
    [{ at: 'stock', kind: 'numeral', text: '1.2E-5' }, ['0.123456', '1.2E-5']],
  ])('contains a number in the written form after %j', (wanted, price) => {
    expect(printed(wanted)).toEqual(price);
  });

  it.each([
    { at: 'images.7', kind: 'drop' },
    { at: 'title.*', kind: 'set', value: 1 },
    { at: 'no.such', kind: 'multiply', by: 2 },
    { at: 'no.such', kind: 'set', value: 1 },
    { at: '__proto__.such', kind: 'set', value: 1 },
    { at: 'nothing', kind: 'rename', to: 'something' },
    { at: 'title', kind: 'multiply', by: 2 },
    { at: 'title', kind: 'reverse' },
    { at: 'title', kind: 'words', words: { constructor: 'x' } },
    { at: 'stock', kind: 'case', to: 'upper' },
    { at: 'images', kind: 'quote' },
  ])('is unchanged if there is nothing for %j', (wanted) => {
    expect(edited(wanted)).toEqual(thing);
  });
});
