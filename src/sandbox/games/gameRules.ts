import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { definedMembers } from '../../contract/result';
import { ruleError, type FieldErrors, type Rule, spokenName, TYPE_TEXTS } from '../http/checkBody';
import { type Attribute, readAttribute, findGame, type Game, type GameService } from './catalogue';

/** Finds the broken rule of an attribute's value. */
function attributeError(attribute: Attribute, value: Json = null): FieldErrors {
  const field = `account_data.${attribute.name}`;
  const name = spokenName(field);
  const { type, required, minimum = -Infinity, maximum = Infinity } = attribute;
  if (value === null) return ruleError(required, field, `The ${name} field is required.`);
  if (!typeChecks[type](value)) return { [field]: [`The ${name} field ${TYPE_TEXTS[type]}.`] };
  if (Number(value) < minimum) return { [field]: [`The ${name} field must be at least ${minimum}.`] };
  if (Number(value) > maximum) return { [field]: [`The ${name} field must not be greater than ${maximum}.`] };
  return ruleError(!hasAllowedTexts(attribute, value), field, `The selected ${name} is invalid.`);
}

const hasAllowedTexts = ({ type, values }: Attribute, value: Json): boolean =>
  (type !== 'string' && type !== 'array') ||
  [value].flat().every((text) => typeof text === 'string' && values?.includes(text) !== false);

const typeChecks: Readonly<Record<Attribute['type'], (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isSafeInteger,
  array: Array.isArray,
};

/** Checks account data against the attributes of the game (spec 4.2: "the shape per game comes from the template"). */
export function attributeErrors(
  data: JsonObject[string],
  attributes: (game: Game) => readonly Attribute[],
  game: Game | undefined,
): FieldErrors {
  const members = Array.isArray(data) ? {} : data;
  if (game === undefined || !isJsonObject(members)) return {};
  const errors = attributes(game).map((attribute) => attributeError(attribute, members[attribute.name]));
  return Object.assign({}, ...errors) as FieldErrors;
}

/** Methods of levelling up an account, in requests and in v2's answers (observed). */
const LEVEL_UP_METHODS = ['by_hand', 'by_bot'] as const;

/** Lists the attributes that v2's account data may have: first those of every game, then the game's own (observed). */
export const attributesOfGame = ({ servers, attributes }: Game): readonly Attribute[] => [
  readAttribute('server', 'string', servers.length === 0 ? undefined : servers),
  readAttribute('level_up_method', 'string', LEVEL_UP_METHODS),
  readAttribute('ign', 'string'),
  ...attributes,
];

/** Shows attributes as templates do, with the rules of a list's elements under `name.*` (observed). */
export const showConditions = (attributes: readonly Attribute[]) =>
  Object.fromEntries(
    attributes.flatMap(({ name, type, condition, values }) => {
      if (type !== 'array') return [[name, definedMembers({ condition, values })]];
      return [
        [name, { condition }],
        [`${name}.*`, definedMembers({ condition: 'string', values })],
      ];
    }),
  ) as Readonly<Record<string, { readonly condition: string; readonly values?: readonly string[] }>>;

type Members = Readonly<Record<string, unknown>>;

/** Reports whether a body names a game, existing or not. */
export const hasGame = ({ game, game_id: id }: Members): boolean => game != null || id != null;

/** Finds the game that a body names, by slug or id. Returns undefined if it names no existing game. */
export function findNamedGame({ game, game_id: id }: Members): Game | undefined {
  if (typeof game === 'string') return findGame(game);
  return typeof id === 'number' ? findGame(id) : undefined;
}

/** Creates the rule that the named game has the kind of offer. */
export const createServiceRule =
  (service: GameService): Rule =>
  (body) => {
    const named = findNamedGame(body);
    if (named?.services.includes(service) === true) return {};
    if (body.game != null) return { game: ['The selected game is invalid.'] };
    return ruleError(body.game_id != null, 'game_id', 'The selected game id is invalid.');
  };

/** Requires either the slug or the id of a game (spec 4.2). */
export const requireGame: Rule = (body) => {
  if (hasGame(body)) return {};
  return {
    game_id: ['The game id field is required when game is not present.'],
    game: ['The game field is required when game id is not present.'],
  };
};
