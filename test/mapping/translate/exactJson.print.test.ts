import { intString } from '../../../src/mapping/codecs/numberCodecs.js';
import { fc } from '../../support/fastCheck.ts';
import type { Json } from '../../../src/contract/json.js';
import { same } from '../../../src/mapping/codecs/codec.js';
import { translateAnswer } from '../../../src/mapping/translate/translateAnswer.js';
import type { AttributeRule } from '../../../src/mapping/translate/translationRule.js';
import { arbitraryOf } from '../../../src/proof/laws/arbitraryOf.js';
import { writeJson } from '../../../src/mapping/translate/exactJson.js';
import { shipped } from '../../support/shipped.ts';

describe.each(shipped().resources.map((resource) => [resource.name, resource] as const))(
  'an answer of %s as text',
  (_, { v2, answer }) => {
    it('is the printed form of the same answer as an object', () => {
      fc.assert(
        fc.property(arbitraryOf(v2), (data) => {
          const object = answer.read({ data });
          const text = answer.print({ data }, [], {});
          expect(text.ok).toBe(object.ok);
          if (!text.ok || !object.ok) return;
          const { data: envelope } = object.value;
          expect(text.value.body).toBe(writeJson(object.value));
          expect(text.value.data).toBe(writeJson(envelope ?? null));
          expect(object.value).toMatchObject({ data: { id: text.value.id } });
        }),
      );
    });
  },
);

const source = '{"data":{"id":1,"word":"plain"}}';
const refuse = { kind: 'refuse' } as const;
const policy = { onNull: refuse, onAbsent: refuse, onMisfit: refuse };
const word: AttributeRule = {
  kind: 'value',
  name: 'word',
  place: 'any',
  source: [{ name: 'word' }],
  codec: same,
  ...policy,
};
describe('a hidden attribute', () => {
  it('is null, unlike an attribute of the same name inside another', () => {
    const inner: AttributeRule = {
      kind: 'object',
      name: 'inner',
      place: 'any',
      source: [],
      members: [word],
      ...policy,
    };
    const { print } = translateAnswer({ type: 'offer', id: 'id', codec: intString, place: 'any' }, [
      word,
      inner,
    ]);
    expect(print(JSON.parse(source) as Json, ['word'], {})).toMatchObject({
      value: {
        data: '{"id":"1","type":"offer","attributes":{"word":null,"inner":{"word":"plain"}}}',
      },
    });
  });
});
