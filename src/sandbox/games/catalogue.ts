import { definedMembers } from '../../contract/result';
import { slugOf } from '../values/display';

/** Kinds of offers that a game can have. */
export type GameService = 'accounts' | 'items' | 'currencies';

/** Attribute of an account that is specific to a game. */
export interface Attribute {
  readonly name: string;
  /** Rules in the form of templates (observed): `required|integer|min:1|max:50`. */
  readonly condition: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'array';
  readonly required: boolean;
  /** Allowed texts; the allowed elements of an array. */
  readonly values?: readonly string[];
  /** Bounds of an integer. */
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Reads an attribute from its rules. */
export function readAttribute(name: string, condition: string, values?: readonly string[]): Attribute {
  const rules = condition.split('|');
  const type = (['string', 'integer', 'boolean', 'array'] as const).find((rule) => rules.includes(rule));
  // A bound stands behind its name: `min:1`.
  const bounds = new Map(rules.map((rule) => [rule.slice(0, 3), Number(rule.slice(4))]));
  return definedMembers({
    name,
    condition,
    type: type ?? 'string',
    required: rules.includes('required'),
    values,
    minimum: bounds.get('min'),
    maximum: bounds.get('max'),
  });
}

/** Game of the marketplace, the same for every seller. */
export interface Game {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly acronym: string | null;
  readonly services: readonly GameService[];
  readonly servers: readonly string[];
  readonly attributes: readonly Attribute[];
  /** Sets of items that an account can own. */
  readonly collections: readonly { slug: string; name: string; items: readonly string[] }[];
  readonly currencyUnit: ReturnType<typeof makeUnit>;
}

/** Creates a unit of a game's currency that stands for `multiplier` coins. */
const makeUnit = (currency_name: string, name: string, symbol: string, multiplier: number) => ({
  slug: slugOf(currency_name),
  currency_name,
  name,
  symbol,
  multiplier,
});

type Content = Omit<Game, 'id' | 'name' | 'slug' | 'acronym' | 'services'>;

const ALL_SERVICES: readonly GameService[] = ['accounts', 'items', 'currencies'];

/** Makes a game, with every kind of offers if no others are given. */
const makeGame = (
  id: number,
  name: string,
  acronym: string | null,
  content: Content & Partial<Game>,
): Game => ({
  id,
  name,
  slug: slugOf(name),
  acronym,
  services: ALL_SERVICES,
  ...content,
});

const RANKS = ['Unranked', 'Iron', 'Bronze', 'Silver', 'Gold', 'Diamond'];

/** Games of the marketplace, by id. They are not stored, because they are the same in every sandbox. */
export const games: readonly [Game, ...Game[]] = [
  makeGame(1, 'Emberfall Legends', 'EL', {
    servers: ['EUW', 'EUNE', 'NA', 'LAN', 'OCE'],
    attributes: [
      readAttribute('rank', 'required|string', RANKS),
      readAttribute('level', 'required|integer|min:1|max:2000'),
      readAttribute('champions', 'integer|min:0|max:170'),
      readAttribute('email_verified', 'boolean'),
      readAttribute('roles', 'array', ['top', 'jungle', 'mid', 'bottom', 'support']),
    ],
    collections: [
      { slug: 'skins', name: 'Skins', items: ['ashen-king', 'neon-fox', 'winter-warden', 'star-diver'] },
      { slug: 'icons', name: 'Icons', items: ['founder', 'season-one', 'season-two'] },
    ],
    currencyUnit: makeUnit('Ember Points', 'points', 'EP', 100),
  }),
  // A role-playing game with servers, factions and gold.
  makeGame(2, 'Realm of Tides', 'RoT', {
    servers: ['Frostmere', 'Goldhaven', 'Ironreach', 'Sørhavn'],
    attributes: [
      readAttribute('class', 'required|string', ['warrior', 'mage', 'priest', 'rogue']),
      readAttribute('item_level', 'integer|min:0|max:700'),
      readAttribute('faction', 'string', ['Crown', 'Tide']),
    ],
    collections: [{ slug: 'mounts', name: 'Mounts', items: ['storm-drake', 'reef-stag', 'sand-runner'] }],
    currencyUnit: makeUnit('Gold', 'thousand gold', 'K', 1000),
  }),
  makeGame(3, 'Steelfront Tactics', null, {
    servers: ['Europe', 'America', 'Asia'],
    attributes: [
      readAttribute('rank', 'required|integer|min:0|max:18'),
      readAttribute('prime', 'required|boolean'),
      readAttribute('hours', 'integer|min:0|max:100000'),
      readAttribute('medals', 'array'),
    ],
    collections: [{ slug: 'weapons', name: 'Weapon skins', items: ['redline', 'blue-steel', 'night-owl'] }],
    currencyUnit: makeUnit('Credits', 'credits', 'Cr', 1),
  }),
  // Has no required attribute, so that accounts with empty attributes occur.
  makeGame(4, 'Harvest Isle', 'HI', {
    servers: [],
    attributes: [readAttribute('farm_size', 'integer|min:1|max:50')],
    collections: [],
    currencyUnit: makeUnit('Acorns', 'acorns', '🌰', 0.5),
  }),
  makeGame(5, 'Void Racers', 'VR', {
    services: ['accounts', 'currencies'],
    servers: ['Global'],
    attributes: [readAttribute('garage', 'array'), readAttribute('league', 'required|string')],
    collections: [{ slug: 'cars', name: 'Cars', items: ['comet', 'parallax', 'meridian'] }],
    currencyUnit: makeUnit('Shards', 'million shards', 'M', 1e6),
  }),
];

/** Finds the game with this slug or id and, if given, with this kind of offers. */
export function findGame(name: string | number, service?: GameService): Game | undefined {
  const game = games.find(({ id, slug }) => name === slug || name === id);
  return service === undefined || game?.services.includes(service) === true ? game : undefined;
}

/** Finds the game of a stored offer. Throws if this version lacks the game. */
export function gameOf(offer: { readonly game_id: number | null }): Game {
  const game = findGame(offer.game_id ?? 0);
  if (game === undefined) throw new Error(`the store names game ${offer.game_id}, which does not exist`);
  return game;
}

/** Shows a game as offers and orders do (spec 2.2). */
export const showGameRelation = ({ id, name, slug }: Game) => ({ id, name, slug });
