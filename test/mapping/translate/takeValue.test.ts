import type { Field } from '../../../src/contract/field.js';
import { ExactNumber, type Json } from '../../../src/contract/json.js';
import { misfit, same } from '../../../src/mapping/codecs/codec.js';
import { type AttributeRule, valueAt, withValueAt } from '../../../src/mapping/translate/translationRule.js';
import { compileValueReader } from '../../../src/mapping/translate/madeValue.js';

const plain = { nullable: false, optional: false, secret: false };
const text: Field = { kind: 'text', ...plain };
const fields = {
  text,
  word: { ...text, known: ['draft', 'listed'] },
  integer: { kind: 'integer', asText: false, ...plain },
  number: { kind: 'number', asText: false, ...plain },
  boolean: { kind: 'boolean', ...plain },
  timestamp: { kind: 'timestamp', ...plain },
  freeObject: { kind: 'freeObject', list: false, ...plain },
  list: { kind: 'list', element: text, ...plain },
} as const satisfies Readonly<Record<string, Field>>;

const refuse = { kind: 'refuse' } as const;

function take(kind: keyof typeof fields, value: Json): unknown {
  const rule: AttributeRule & { kind: 'value' } = {
    kind: 'value',
    name: 'any',
    place: 'any',
    source: [],
    codec: same,
    field: fields[kind],
    onNull: refuse,
    onAbsent: refuse,
    onMisfit: refuse,
  };
  return compileValueReader(rule)(value);
}

describe('a value that is put at a path', () => {
  it('is read back from the path, even if the member has a second name', () => {
    const entries = [{ name: 'time' }, { name: 'format_long', alsoNamed: 'formatLong' }];
    const previousEntry = { id: 1, time: { formatLong: '1 h', unit: 'h' } };
    const nextValue = withValueAt(previousEntry, entries, null);
    expect(nextValue).toEqual({ id: 1, time: { format_long: null, unit: 'h' } });
    expect(valueAt(nextValue, entries)).toBeNull();
  });
});

describe('a value of another JSON type than the contract has', () => {
  it('is read exactly if it is a number that no double holds, or one with an exponent', () => {
    expect(take('text', new ExactNumber('12345678901234567890.10'))).toBe('12345678901234567890.1');
    expect(take('integer', new ExactNumber('1.2e3'))).toBe(1200);
  });

  it.each<[keyof typeof fields, Json, Json]>([
    ['text', 'own', 'own'],
    ['text', 5, '5'],
    ['text', 1e21, '1000000000000000000000'],
    ['word', 'unseen', 'unseen'],
    ['integer', '5', 5],
    ['integer', '5.00', 5],
    ['number', '0.25', 0.25],
    ['number', '1e-6', 0.000001],
    ['boolean', 1, true],
    ['boolean', '0', false],
    ['timestamp', '1700000000', 1_700_000_000],
    ['timestamp', '2023-11-14T22:13:20Z', 1_700_000_000],
    ['timestamp', '2023-11-14T22:13:20.000000Z', 1_700_000_000],
    ['timestamp', '2023-11-14T22:13:20.500Z', 1_700_000_000],
    ['timestamp', '2023-11-14T23:13:20+01:00', 1_700_000_000],
    ['number', '12345678901234567890', new ExactNumber('12345678901234567890')],
    ['freeObject', ['a', 'b'], { 0: 'a', 1: 'b' }],
    ['freeObject', [], []],
    ['list', ['a', 1, 'b'], ['a', '1', 'b']],
  ])('is read as %s where nothing is guessed: %j', (kind, value, read) => {
    expect(take(kind, value)).toEqual(read);
  });

  it.each<[keyof typeof fields, Json]>([
    ['text', true],
    ['text', ['a']],
    ['text', {}],
    ['word', 5],
    ['integer', '5.5'],
    ['integer', 1.5],
    ['integer', ''],
    ['integer', ' 5'],
    ['integer', '0x10'],
    ['integer', true],
    ['integer', 2 ** 53],
    ['integer', '9007199254740993'],
    ['number', 'many'],
    ['boolean', 'yes'],
    ['timestamp', 1_700_000_000_000],
    ['timestamp', '2023-02-31T00:00:00Z'],
    ['timestamp', -1],
    ['freeObject', 'text'],
    ['list', { 0: 'a' }],
    ['list', 'a'],
    ['list', ['a', null]],
    ['list', ['a', {}]],
  ])('is not read as %s where it would be a guess: %j', (kind, value) => {
    expect(take(kind, value)).toBe(misfit);
  });
});
