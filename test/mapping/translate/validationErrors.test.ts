import type { Json } from '../../../src/contract/json.js';
import { same } from '../../../src/mapping/codecs/codec.js';
import type { BodyRule } from '../../../src/mapping/translate/translationRule.js';
import { compileRefusal, namingOf } from '../../../src/mapping/translate/validationErrors.js';

const value = (name: string, target: string): BodyRule => ({
  kind: 'value',
  name,
  target: target.split('.'),
  codec: same,
  place: 'account.yaml:1',
});

const refusal = compileRefusal([
  value('price', 'price'),
  value('images', 'image_urls'),
  value('server', 'account_data.server'),
  value('data', 'account_data'),
]);

const errorsOf = (errors: Json) => {
  const translated = refusal({ message: 'The image urls field is required. (and 1 more error)', errors });
  return translated.ok ? translated.value.errors : translated.failure;
};

describe('a v2 validation error', () => {
  it("names a field of the user's own pair exactly, however v2 spells its own", () => {
    const exact = compileRefusal([value('os_authType', 'auth_type')], namingOf(true));
    const errors = { auth_type: ['The auth type field is required.', 'Bad auth_type.'] };
    expect(exact({ message: 'The auth type field is required. (and 1 more error)', errors })).toMatchObject({
      value: { errors: { os_authType: ['The os_authType field is required.', 'Bad os_authType.'] } },
    });
  });

  it('takes a single text as a list of one', () => {
    expect(errorsOf({ price: 'The price field is required.' })).toEqual({
      price: ['The price field is required.'],
    });
  });

  it('renames by the longer of two names, and keeps the rest of the path', () => {
    expect(
      errorsOf({
        'account_data.server': ['The account data.server field is required.'],
        'account_data.skins.0': ['The account data.skins.0 field must be a string.'],
        'image_urls.3': ['The image urls.3 field must be a URL.'],
      }),
    ).toEqual({
      server: ['The server field is required.'],
      'data.skins.0': ['The data.skins.0 field must be a string.'],
      'images.3': ['The images.3 field must be a URL.'],
    });
  });

  it('keeps a field without a v1 field, and words that only contain a name', () => {
    expect(errorsOf({ currency: ['The reaccount data field is odd.'] })).toEqual({
      currency: ['The reaccount data field is odd.'],
    });
  });

  it('treats names that every object inherits like any other name', () => {
    expect(Object.entries(errorsOf({ toString: ['x'], valueOf: 'y' }))).toEqual([
      ['toString', ['x']],
      ['valueOf', ['y']],
    ]);
  });

  it('gets a summary if v2 sends none, and is accepted without errors', () => {
    expect(refusal({ errors: { price: ['Too low.'] } })).toMatchObject({ value: { message: 'Too low.' } });
    expect(refusal({ message: 'Cannot delete sold items' })).toEqual({
      ok: true,
      value: { message: 'Cannot delete sold items', errors: {} },
    });
  });

  it.each<[Json]>([[null], [[]], ['x'], [{ errors: { price: 5 } }], [{ errors: { price: [{}] } }]])(
    'does not take %j for a refusal',
    (body) => {
      expect(refusal(body).ok).toBe(false);
    },
  );
});
