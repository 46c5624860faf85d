/** What can be offered for a game. */
export type Service = 'accounts' | 'items' | 'currencies';

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
export interface ItemCollection {
  readonly slug: string;
  readonly name: string;
  readonly items: readonly string[];
}

/** What one unit of the game's currency is. */
export interface CurrencyUnit {
  readonly slug: string;
  readonly currency_name: string;
  readonly name: string;
  readonly symbol: string;
  /** How many coins of the game one unit stands for. */
  readonly multiplier: number;
}

/** A game of the marketplace: the same for every seller. */
export interface Game {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly acronym: string | null;
  readonly services: readonly Service[];
  readonly servers: readonly string[];
  readonly attributes: readonly Attribute[];
  readonly collections: readonly ItemCollection[];
  readonly currencyUnit: CurrencyUnit;
}
