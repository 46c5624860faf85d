import type { Field } from '../../../src/contract/field';
import { same } from '../../../src/mapping/codecs/codec';
import { moneyCodec } from '../../../src/mapping/codecs/numberCodecs';
import { compileDirect } from '../../../src/mapping/direct/directTranslation';
import type { AttributeRule } from '../../../src/mapping/translate/translationRule';

const plainField = { nullable: false, optional: false, secret: false } as const;
const integerField: Field = { ...plainField, kind: 'integer', asText: true };
const text: Field = { ...plainField, kind: 'text' };
const id = { ...integerField, needed: true } as const;
const thing: Field = {
  ...plainField,
  kind: 'object',
  members: new Map<string, Field>([
    ['id', id],
    ['word', text],
  ]),
};
const refuse = { kind: 'refuse' } as const;
const rule: AttributeRule & { kind: 'value' } = {
  ...{ kind: 'value', name: 'word', place: 'any', source: [{ name: 'word' }], codec: same },
  ...{ onNull: refuse, onAbsent: refuse, onMisfit: refuse },
};
const euro: AttributeRule = { ...rule, codec: { ...same, exact: false, read: () => '\u20ac' } };
const loss = { class: 'synthesized', reason: 'v2 has none' } as const;
const constant: AttributeRule = { kind: 'constant', name: 'word', place: 'any', value: ['\u20ac'], loss };
const give = (type: string, rules: readonly AttributeRule[], json = '{"data":{"id":1,"word":"plain"}}') => {
  const direct = compileDirect({ type, id: 'id', place: 'any' }, rules, thing, []);
  return direct?.one([])(Buffer.from(json), true)?.printed;
};

it.each([
  ['of v2 alone', rule, true, 'plain'],
  ['of a codec', euro, false, '\u20ac'],
  ['of a constant', constant, false, ['\u20ac']],
])('tells whether an answer has more than ASCII: words %s', (_, one, ascii, word) => {
  const body = JSON.stringify({ data: { id: '1', type: 'thing', attributes: { word } } });
  expect(give('thing', [one])).toMatchObject({ body, isAscii: ascii });
});

it('leaves names beyond ASCII to the plain translation', () => {
  expect(give('th\u00efng', [rule])).toBeUndefined();
  expect(give('thing', [{ ...rule, name: 'w\u00f6rd' }])).toBeUndefined();
});

it.each([
  ['too deep', `${'['.repeat(33)}${']'.repeat(33)}`],
  ['too large', JSON.stringify(Array.from({ length: 8_001 }, () => 1))],
  ['polluting', '{"__proto__":1}'],
  ['not exact as a double', '0.1234567890123456'],
  ['an exponent', '1e5'],
  ['not JSON', '{"a":01}'],
  ['with spaces', '[1, 2]'],
])('leaves an answer to the plain reading that is %s', (_, extra) => {
  const direct = compileDirect({ type: 'thing', id: 'id', place: 'any' }, [rule], thing, []);
  const read = (more: string) =>
    direct?.one([])(Buffer.from(`{"data":{"id":1,"word":"w"},"more":${more}}`), true);
  expect(read('[1]')).toBeDefined();
  expect(read(extra)).toBeUndefined();
});

it('reads no value behind a text with a wrong escape, whatever was read before', () => {
  const read = (word: string) => give('thing', [rule], `{"data":{"id":1,"word":${word}}}`)?.body;
  expect([read('"good"') === undefined, read(String.raw`"\x""bad"`), read(String.raw`"\x"null`)]).toEqual([
    false,
    undefined,
    undefined,
  ]);
});

it('leaves a list of objects to the plain reading that is broken behind a member that nobody knows', () => {
  const part: Field = { ...plainField, kind: 'object', members: new Map([['word', text]]) };
  const members = new Map<string, Field>([
    ['id', id],
    ['word', text],
    ['parts', { ...plainField, kind: 'list', element: part }],
  ]);
  const direct = compileDirect(
    { type: 'thing', id: 'id', place: 'any' },
    [rule],
    { ...plainField, kind: 'object', members },
    [],
  );
  const read = (end: string) =>
    direct?.one([])(Buffer.from(`{"data":{"id":1,"word":"w","parts":[{"word":"x","new":1}${end}}`), true);
  expect([read(']}') === undefined, read(']}') === undefined, read(']5}')]).toEqual([
    false,
    false,
    undefined,
  ]);
});

it('counts the members of an answer that is written like the one before', () => {
  const direct = compileDirect({ type: 'thing', id: 'id', place: 'any' }, [rule], thing, []);
  const rows = (count: number) =>
    Buffer.from(
      `{"meta":1,"data":[${Array.from({ length: count }, () => '{"id":1,"word":"w"}').join(',')}]}`,
    );
  const read = (count: number) => direct?.page([], 0, 1)(rows(count), true)?.rows.length;
  expect([read(2_600) === undefined, read(2_700) === undefined]).toEqual([false, true]);
});

it('reads whole amounts of a currency without decimals', () => {
  const amount: Field = { ...plainField, kind: 'money', currency: 'EUR', decimals: 0 };
  const members = new Map<string, Field>([
    ['id', id],
    ['word', amount],
  ]);
  const whole = compileDirect(
    { type: 'thing', id: 'id', place: 'any' },
    [{ ...rule, field: amount, codec: moneyCodec(0) }],
    { ...plainField, kind: 'object', members },
    [],
  );
  expect(whole?.one([])(Buffer.from('{"data":{"id":1,"word":"12"}}'), true)?.printed.body).toContain(
    '"word":12',
  );
});

it('leaves an answer to the plain reading that has more than a few members that nobody knows', () => {
  const direct = compileDirect({ type: 'thing', id: 'id', place: 'any' }, [rule], thing, []);
  const read = (count: number) => {
    const more = Array.from({ length: count }, (_, index) => `"new${index}":1,`).join('');
    return direct?.one([])(Buffer.from(`{"data":{${more}"id":1,"word":"w"}}`), true)?.forms.unknown.length;
  };
  expect([read(32), read(33)]).toEqual([32, undefined]);
});
