import fc from 'fast-check';
import { ExactNumber, type Json } from '../../../src/contract/json';
import { charactersOf } from '../../../src/gateway/requestBody';
import { same } from '../../../src/mapping/codecs/codec';
import { translateAnswer } from '../../../src/mapping/translate/translateAnswer';
import type { AttributeRule } from '../../../src/mapping/translate/translationRule';
import { arbitraryOf } from '../../../src/proof/laws/arbitraryOf';
import { writeJson } from '../../../src/mapping/translate/exactJson';
import { shipped } from '../../support/shipped';

describe.each(shipped().resources.map((resource) => [resource.name, resource] as const))(
  'an answer of %s as text',
  (_, { v2, answer, rules }) => {
    it('is what it is as an object, written', () => {
      fc.assert(
        fc.property(arbitraryOf(v2), (data) => {
          const object = answer.read({ data });
          const text = answer.print({ data }, []);
          expect(text.ok).toBe(object.ok);
          if (!text.ok || !object.ok) return;
          const { data: envelope } = object.value;
          expect(text.value.body).toBe(writeJson(object.value));
          expect(text.value.data).toBe(writeJson(envelope ?? null));
          expect(object.value).toMatchObject({ data: { id: text.value.id } });
        }),
      );
    });

    it('has null where the client did not ask for an attribute', () => {
      const hidden = rules.slice(0, 2).map(({ name }) => name);
      fc.assert(
        fc.property(arbitraryOf(v2), (data) => {
          const object = answer.read({ data });
          const text = answer.print({ data }, hidden);
          if (!text.ok || !object.ok) return;
          const shown = JSON.parse(text.value.data) as { attributes: Record<string, unknown> };
          for (const name of hidden) expect(shown.attributes[name]).toBeNull();
        }),
      );
    });
  },
);

const source = '{"data":{"id":1,"word":"plain"}}';
const refuse = { kind: 'refuse' } as const;
const policy = { onNull: refuse, onAbsent: refuse, onMisfit: refuse };
const word: AttributeRule = {
  ...{ kind: 'value', name: 'word', place: 'any', source: [{ name: 'word' }], codec: same },
  ...policy,
};
describe('an answer of known characters as text', () => {
  it.each(shipped().resources.map((resource) => [resource.name, resource] as const))(
    'is the same, and has as many bytes as characters where it says so: %s',
    (_, { v2, answer }) => {
      fc.assert(
        fc.property(arbitraryOf(v2), fc.boolean(), (given, isPlain) => {
          const text = JSON.stringify({ data: given });
          const json = isPlain ? text.replaceAll(/[^ -~]|\\u....|\\./gu, '.') : text;
          const body = JSON.parse(json) as Json;
          const [known, any] = [
            answer.print(body, [], charactersOf(Buffer.from(json))),
            answer.print(body, []),
          ];
          expect(known.ok).toBe(any.ok);
          if (!known.ok || !any.ok) return;
          expect(known.value.body).toBe(any.value.body);
          expect(any.value.isAscii).toBe(false);
          if (isPlain) expect(known.value.isAscii).toBe(true);
          if (known.value.isAscii === true)
            expect(Buffer.byteLength(known.value.body)).toBe(known.value.body.length);
        }),
      );
    },
  );

  const euro: AttributeRule & { kind: 'value' } = { ...word, codec: { ...same, read: () => '\u20ac' } };
  const none = { kind: 'default', value: 'k\u00e9pt' } as const;
  const ways: readonly (readonly [string, string, AttributeRule, boolean])[] = [
    ['nothing beyond ASCII', 'offer', word, true],
    ['a type', 'off\u00e9r', word, false],
    ['the name of an attribute', 'offer', { ...word, name: 'w\u00f6rd' }, false],
    ['a word of a codec', 'offer', euro, false],
    ['a default', 'offer', { ...word, source: [{ name: 'other' }], onAbsent: none }, false],
    [
      'a constant',
      'offer',
      {
        kind: 'constant',
        name: 'word',
        place: 'any',
        value: ['\u20ac'],
        loss: { class: 'synthesized', reason: 'v2 has none' },
      },
      false,
    ],
  ];

  it.each(ways)('is counted where the mapping itself puts more in: %s', (_, type, rule, isAscii) => {
    const { print } = translateAnswer({ type, id: 'id', place: 'any' }, [rule]);
    const printed = print(JSON.parse(source) as Json, [], charactersOf(Buffer.from(source)));
    expect(printed).toMatchObject({ ok: true, value: { isAscii } });
  });
});

describe('an attribute that is hidden', () => {
  it('is null, and not one of the same name inside another', () => {
    const inner: AttributeRule = {
      ...{ kind: 'object', name: 'inner', place: 'any', source: [], members: [word] },
      ...policy,
    };
    const { print } = translateAnswer({ type: 'offer', id: 'id', place: 'any' }, [word, inner]);
    expect(print(JSON.parse(source) as Json, ['word'], 'plain')).toMatchObject({
      value: {
        data: '{"id":"1","type":"offer","attributes":{"word":null,"inner":{"word":"plain"}}}',
      },
    });
  });
});

describe('the characters of a JSON text', () => {
  it.each([
    ['plain', '{"a":"b"}'],
    ['ascii', '{"a":"b\\n"}'],
    ['any', '{"a":"\\u00e9"}'],
    ['any', '{"a":"\u00e9"}'],
  ])('are %s: %s', (characters, json) => {
    expect(charactersOf(Buffer.from(json))).toBe(characters);
  });
});

describe('writeJson', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constant('\ud800'),
  );
  const value = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null), fc.jsonValue());

  it('writes a value as JSON.stringify does', () => {
    fc.assert(fc.property(value, (given) => expect(writeJson(given as Json)).toBe(JSON.stringify(given))));
  });

  it('writes an exact number digit by digit, wherever it stands', () => {
    const exact = new ExactNumber('12345678901234567890.10');
    expect(writeJson(exact)).toBe('12345678901234567890.10');
    expect(writeJson({ a: [exact] })).toBe('{"a":[12345678901234567890.10]}');
  });
});
