import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { type FieldErrors, type Rule, spokenName } from '../http/checkBody';
import { type Attribute, findGame, findGameById, type Game, type GameService } from './catalogue';

/** Describes the fault of an attribute's value; undefined if it has none. `field` is its path in the body. */
function attributeFault(attribute: Attribute, value: Json | undefined, field: string): string | undefined {
  const name = spokenName(field);
  if (value === undefined || value === null) {
    return attribute.required ? `The ${name} field is required.` : undefined;
  }
  switch (attribute.type) {
    case 'string':
      return textFault(attribute, value, name);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `The ${name} field must be true or false.`;
    case 'integer':
      return integerFault(attribute, value, name);
    case 'array':
      return listFault(attribute, value, name);
  }
}

function textFault({ values }: Attribute, value: Json, name: string): string | undefined {
  if (typeof value !== 'string') return `The ${name} field must be a string.`;
  return values === undefined || values.includes(value) ? undefined : `The selected ${name} is invalid.`;
}

function integerFault({ minimum, maximum }: Attribute, value: Json, name: string): string | undefined {
  if (!Number.isSafeInteger(value)) return `The ${name} field must be an integer.`;
  const number = Number(value);
  if (minimum !== undefined && number < minimum) return `The ${name} field must be at least ${minimum}.`;
  if (maximum !== undefined && number > maximum)
    return `The ${name} field must not be greater than ${maximum}.`;
  return undefined;
}

function listFault({ values }: Attribute, value: Json, name: string): string | undefined {
  if (!Array.isArray(value)) return `The ${name} field must be an array.`;
  const fits = value.every(
    (item) => typeof item === 'string' && (values === undefined || values.includes(item)),
  );
  return fits ? undefined : `The selected ${name} is invalid.`;
}

/** Checks account data against the attributes of the game (spec 4.2: "the shape per game comes from the template"). */
export function attributeErrors(
  data: JsonObject[string],
  attributes: (game: Game) => readonly Attribute[],
  game: Game | undefined,
): FieldErrors {
  const members = Array.isArray(data) ? {} : data;
  if (game === undefined || !isJsonObject(members)) return {};
  return Object.fromEntries(
    attributes(game).flatMap((attribute) => {
      const field = `account_data.${attribute.name}`;
      const fault = attributeFault(attribute, members[attribute.name], field);
      return fault === undefined ? [] : [[field, [fault]]];
    }),
  );
}

/** The methods by which an account was levelled up, in requests and in v2's answers (observed). */
const LEVEL_UP_METHODS = ['by_hand', 'by_bot'] as const;

/** The attributes that v2's account data may have: those of every game, then the game's own (observed). */
export const attributesOfGame = (game: Game): readonly Attribute[] => [
  {
    name: 'server',
    type: 'string',
    required: false,
    ...(game.servers.length === 0 ? {} : { values: game.servers }),
  },
  { name: 'level_up_method', type: 'string', required: false, values: LEVEL_UP_METHODS },
  { name: 'ign', type: 'string', required: false },
  ...game.attributes,
];

/** The rules of one attribute, as templates show them (observed). */
export interface Conditions {
  readonly condition: string;
  readonly values?: readonly string[];
}

/** Attributes as templates show them: conditions in one text, the rules of a list's elements under `name.*` (observed). */
export const showConditions = (attributes: readonly Attribute[]): Readonly<Record<string, Conditions>> =>
  Object.fromEntries(attributes.flatMap(conditionsOf));

function conditionsOf(attribute: Attribute): [name: string, conditions: Conditions][] {
  const { name, type, values } = attribute;
  const allowed = values === undefined ? {} : { values };
  const condition = conditionText(attribute);
  if (type !== 'array') return [[name, { condition, ...allowed }]];
  return [
    [name, { condition }],
    [`${name}.*`, { condition: 'string', ...allowed }],
  ];
}

const conditionText = ({ type, required, minimum, maximum }: Attribute): string =>
  [
    ...(required ? ['required'] : []),
    type,
    ...(minimum === undefined ? [] : [`min:${minimum}`]),
    ...(maximum === undefined ? [] : [`max:${maximum}`]),
  ].join('|');

/** The members by which a body names a game. */
interface NamesGame {
  readonly game?: unknown;
  readonly game_id?: unknown;
}

/** Reports whether a body names a game, existing or not. */
export const namesGame = ({ game, game_id: id }: NamesGame): boolean => game != null || id != null;

/** The game that a body names, by slug or id; undefined when it names none that exists. */
export function gameNamed({ game, game_id: id }: NamesGame): Game | undefined {
  if (typeof game === 'string') return findGame(game);
  return typeof id === 'number' ? findGameById(id) : undefined;
}

/** The game of a body that keeps the rules below. Throws for one that was not checked. */
export function requiredGame(body: NamesGame): Game {
  const game = gameNamed(body);
  if (game === undefined) throw new Error('a body was not checked for its game');
  return game;
}

/** Checks that the named game has the kind of offer. */
export const gameHas =
  (service: GameService): Rule =>
  (body) => {
    const named = gameNamed(body);
    if (named?.services.includes(service) === true) return {};
    if (body.game != null) return { game: ['The selected game is invalid.'] };
    return body.game_id == null ? {} : { game_id: ['The selected game id is invalid.'] };
  };

/** Either the slug or the id of a game is required (spec 4.2). */
export const gameRequired: Rule = (body) => {
  if (namesGame(body)) return {};
  return {
    game_id: ['The game id field is required when game is not present.'],
    game: ['The game field is required when game id is not present.'],
  };
};
