/** The kinds of offers that a game can have. */
export type GameService = 'accounts' | 'items' | 'currencies';

/** One game-specific attribute of an account, with the rules that its template shows. */
export interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'array';
  readonly required: boolean;
  /** Allowed texts; for an array, of its elements. */
  readonly values?: readonly string[];
  /** Bounds of an integer. */
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A set of things that an account of the game can own. */
interface ItemCollection {
  readonly slug: string;
  readonly name: string;
  readonly items: readonly string[];
}

/** One unit of the game's currency. */
export interface CurrencyUnit {
  readonly slug: string;
  readonly currency_name: string;
  readonly name: string;
  readonly symbol: string;
  /** Number of coins of the game in one unit. */
  readonly multiplier: number;
}

/** A game of the marketplace: the same for every seller. */
export interface Game {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly acronym: string | null;
  readonly services: readonly GameService[];
  readonly servers: readonly string[];
  readonly attributes: readonly Attribute[];
  readonly collections: readonly ItemCollection[];
  readonly currencyUnit: CurrencyUnit;
}

/** An arena game with ranks and skins. */
const emberfallLegends: Game = {
  id: 1,
  slug: 'emberfall-legends',
  name: 'Emberfall Legends',
  acronym: 'EL',
  services: ['accounts', 'items', 'currencies'],
  servers: ['EUW', 'EUNE', 'NA', 'LAN', 'OCE'],
  attributes: [
    {
      name: 'rank',
      type: 'string',
      required: true,
      values: ['Unranked', 'Iron', 'Bronze', 'Silver', 'Gold', 'Diamond'],
    },
    { name: 'level', type: 'integer', required: true, minimum: 1, maximum: 2000 },
    { name: 'champions', type: 'integer', required: false, minimum: 0, maximum: 170 },
    { name: 'email_verified', type: 'boolean', required: false },
    { name: 'roles', type: 'array', required: false, values: ['top', 'jungle', 'mid', 'bottom', 'support'] },
  ],
  collections: [
    { slug: 'skins', name: 'Skins', items: ['ashen-king', 'neon-fox', 'winter-warden', 'star-diver'] },
    { slug: 'icons', name: 'Icons', items: ['founder', 'season-one', 'season-two'] },
  ],
  currencyUnit: {
    slug: 'ember-points',
    currency_name: 'Ember Points',
    name: 'points',
    symbol: 'EP',
    multiplier: 100,
  },
};

/** A farming game; its accounts have no required attribute, so that empty attributes occur. */
const harvestIsle: Game = {
  id: 4,
  slug: 'harvest-isle',
  name: 'Harvest Isle',
  acronym: 'HI',
  services: ['accounts', 'items', 'currencies'],
  servers: [],
  attributes: [{ name: 'farm_size', type: 'integer', required: false, minimum: 1, maximum: 50 }],
  collections: [],
  currencyUnit: { slug: 'acorns', currency_name: 'Acorns', name: 'acorns', symbol: '🌰', multiplier: 0.5 },
};

/** A role-playing game with servers, factions and gold. */
export const realmOfTides: Game = {
  id: 2,
  slug: 'realm-of-tides',
  name: 'Realm of Tides',
  acronym: 'RoT',
  services: ['accounts', 'items', 'currencies'],
  servers: ['Frostmere', 'Goldhaven', 'Ironreach', 'Sørhavn'],
  attributes: [
    { name: 'class', type: 'string', required: true, values: ['warrior', 'mage', 'priest', 'rogue'] },
    { name: 'item_level', type: 'integer', required: false, minimum: 0, maximum: 700 },
    { name: 'faction', type: 'string', required: false, values: ['Crown', 'Tide'] },
  ],
  collections: [{ slug: 'mounts', name: 'Mounts', items: ['storm-drake', 'reef-stag', 'sand-runner'] }],
  currencyUnit: { slug: 'gold', currency_name: 'Gold', name: 'thousand gold', symbol: 'K', multiplier: 1000 },
};

/** A shooter with ranks and weapon skins. */
const steelfrontTactics: Game = {
  id: 3,
  slug: 'steelfront-tactics',
  name: 'Steelfront Tactics',
  acronym: null,
  services: ['accounts', 'items', 'currencies'],
  servers: ['Europe', 'America', 'Asia'],
  attributes: [
    { name: 'rank', type: 'integer', required: true, minimum: 0, maximum: 18 },
    { name: 'prime', type: 'boolean', required: true },
    { name: 'hours', type: 'integer', required: false, minimum: 0, maximum: 100_000 },
    { name: 'medals', type: 'array', required: false },
  ],
  collections: [{ slug: 'weapons', name: 'Weapon skins', items: ['redline', 'blue-steel', 'night-owl'] }],
  currencyUnit: { slug: 'credits', currency_name: 'Credits', name: 'credits', symbol: 'Cr', multiplier: 1 },
};

/** A racing game that trades accounts and currency only. */
const voidRacers: Game = {
  id: 5,
  slug: 'void-racers',
  name: 'Void Racers',
  acronym: 'VR',
  services: ['accounts', 'currencies'],
  servers: ['Global'],
  attributes: [
    { name: 'garage', type: 'array', required: false },
    { name: 'league', type: 'string', required: true },
  ],
  collections: [{ slug: 'cars', name: 'Cars', items: ['comet', 'parallax', 'meridian'] }],
  currencyUnit: {
    slug: 'shards',
    currency_name: 'Shards',
    name: 'million shards',
    symbol: 'M',
    multiplier: 1e6,
  },
};

/** The games of the marketplace, by id. They are reference data: the same in every sandbox, so not stored. */
export const games: readonly [Game, ...Game[]] = [
  emberfallLegends,
  realmOfTides,
  steelfrontTactics,
  harvestIsle,
  voidRacers,
];

const byId = new Map(games.map((game) => [game.id, game]));
const bySlug = new Map(games.map((game) => [game.slug, game]));

/** The game with this slug, if the marketplace has it. */
export const findGame = (slug: string): Game | undefined => bySlug.get(slug);

/** The game with this id, if the marketplace has it. */
export const findGameById = (id: number): Game | undefined => byId.get(id);

/** The game of a stored offer. Throws when the store names a game that this version does not have. */
export function gameOf(offer: { readonly game_id: number | null }): Game {
  const game = byId.get(offer.game_id ?? 0);
  if (game === undefined) throw new Error(`the store names game ${offer.game_id}, which does not exist`);
  return game;
}

/** A game as offers and orders show it (spec 2.2). */
export const showGameRelation = ({ id, name, slug }: Game) => ({ id, name, slug });
