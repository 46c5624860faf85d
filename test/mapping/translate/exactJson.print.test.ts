import fc from 'fast-check';
import { ExactNumber, type Json } from '../../../src/contract/json';
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
