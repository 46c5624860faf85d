import fc from 'fast-check';
import type { Json, JsonObject } from '../../../src/contract/json';
import { attributesOf } from '../../../src/sandbox/games/attributesOf';
import type { Attribute } from '../../../src/sandbox/games/game';
import { games } from '../../../src/sandbox/games/games';

/** Text that is not blank, of any characters a JSON text may hold. */
export const text = (most: number): fc.Arbitrary<string> =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((value) => value.trim() !== '' && Array.from(value).length <= most);

/** Decimal text from `least` to `most` units of so many places, sometimes as a number. */
export const decimal = (places: number, least: number, most: number): fc.Arbitrary<string | number> =>
  fc.tuple(fc.integer({ min: least, max: most }), fc.boolean()).map(([units, asText]) => {
    const exact = (units / 10 ** places).toFixed(places);
    return asText ? exact : Number(exact);
  });

/** A delivery time as requests carry it. */
export const deliveryTime: fc.Arbitrary<JsonObject> = fc.record({
  duration: fc.integer({ min: 0, max: 1_000_000 }),
  unit: fc.constantFrom('minutes', 'hours', 'days'),
});

/** JSON objects such as offers carry, without numbers that a double would change. */
export const freeObject: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 10 }).filter((name) => name !== '__proto__'),
  fc.oneof(
    text(50),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(text(20), { maxLength: 3 }),
  ) as fc.Arbitrary<Json>,
  { maxKeys: 5 },
);

function attributeValue(attribute: Attribute): fc.Arbitrary<Json> {
  const { type, values, minimum = 0, maximum = 1_000_000 } = attribute;
  const one = values === undefined ? text(40) : fc.constantFrom(...values);
  switch (type) {
    case 'string':
      return one;
    case 'integer':
      return fc.integer({ min: minimum, max: maximum });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(one, { maxLength: 4 });
  }
}

/** Any valid legacy account offer (spec 4.2) of any game. */
export const legacyAccounts: fc.Arbitrary<JsonObject> = fc.constantFrom(...games).chain((game) => {
  const attributes = attributesOf(game);
  const required = attributes.filter((attribute) => attribute.required).map(({ name }) => name);
  const secret = text(255);
  return fc
    .record(
      {
        game: fc.constant(game.slug),
        title: text(255),
        description: text(2_048),
        price: decimal(2, 99, 99_999_999),
        image_urls: fc.array(fc.webUrl(), { minLength: 1, maxLength: 3 }),
        account_data: fc.record(
          Object.fromEntries(attributes.map((attribute) => [attribute.name, attributeValue(attribute)])),
          { requiredKeys: required },
        ),
        game_items: fc.dictionary(fc.constantFrom('skins', 'mounts'), fc.array(text(20), { maxLength: 3 })),
        login: secret,
        password: secret,
        external_id: text(255),
        slug: text(255),
        dump: text(2_048),
        private_note: text(2_048),
        is_manual: fc.boolean(),
        email_login: secret,
        email_password: secret,
        email_provider: text(255),
        delivery_instructions: text(2_048),
        delivery_time: deliveryTime,
      },
      {
        requiredKeys: [
          'game',
          'title',
          'description',
          'price',
          'image_urls',
          'account_data',
          'game_items',
          'login',
          'password',
          'delivery_time',
        ],
      },
    )
    .map((body) => body as JsonObject);
});
