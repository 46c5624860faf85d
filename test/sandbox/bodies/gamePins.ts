import fc from 'fast-check';
import type { Json, JsonObject } from '../../../src/contract/json';
import { type Attribute, type Game, games, type GameService } from '../../../src/sandbox/games/catalogue';
import type { Fault } from './faultsOf';
import { text } from './text';

/** Any game that has a service. */
export const gameWith = (service: GameService): fc.Arbitrary<Game> =>
  fc.constantFrom(...games.filter(({ services }) => services.includes(service)));

/** One way to name a game, or two that agree. */
export const namesOf = ({ slug, id }: Game): fc.Arbitrary<JsonObject> =>
  fc.constantFrom<JsonObject>({ game: slug }, { game_id: id }, { game: slug, game_id: id });

/** A value that an attribute may have. */
function attributeValue({ type, values, minimum = 0, maximum = 1_000_000 }: Attribute): fc.Arbitrary<Json> {
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

/** Account data that fits the attributes of a game. */
export const accountData = (attributes: readonly Attribute[]): fc.Arbitrary<Json> =>
  fc.record(Object.fromEntries(attributes.map((attribute) => [attribute.name, attributeValue(attribute)])), {
    requiredKeys: attributes.filter(({ required }) => required).map(({ name }) => name),
  });

/** Games that do not exist. */
export const unknownGames: readonly Fault[] = ['nowhere', 'REALM-OF-TIDES', '__proto__'].map((value) => ({
  field: 'game',
  value,
}));
