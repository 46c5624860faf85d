import type { z } from 'zod';
import type { Game, GameService } from '../games/catalogue';
import type { Rule } from '../http/checkBody';
import type { Reply } from '../http/reply';
import type { Market, SellerCall } from '../market';
import type { OrderKind } from '../storage/sandboxSchema';
import type { Columns, MarketTable, RowCondition } from '../storage/tables';

/** The actions on an offer as a whole. */
export type Action = 'list' | 'draft' | 'archive';

/** The columns that offers of every kind have. */
export interface OfferRow {
  readonly id: number;
  readonly seller_id: number;
  readonly status: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Shows an offer in the words of one version. */
export type ShowOffer<Row> = (offer: Row, call: SellerCall) => unknown;

/** A body that its contract and rules have checked; an absent member changes nothing. */
export type OfferBody = Readonly<Record<string, unknown>>;

/** One kind of offers: everything in which it differs from the others. */
export interface OfferKind<Row extends OfferRow> {
  readonly name: OrderKind;
  readonly table: (market: Market) => MarketTable<Row>;
  /** Conditions of the rows of this kind. */
  readonly isOfKind: readonly RowCondition[];
  readonly service: GameService;
  /** Path on v2, and the name of an offer's id in it. */
  readonly path: `/v2/${string}`;
  readonly parameter: string;
  readonly actions: readonly Action[];
  readonly create: (call: SellerCall) => z.ZodType;
  readonly patch: z.ZodType;
  /** Rules of a v2 body besides those about its game; without an offer those of a new one. */
  readonly rules: (offer?: Row) => readonly Rule[];
  /** The columns that a body gives a value; a column of undefined stays as it is. */
  readonly columns: (body: OfferBody, version: 'v1' | 'v2', call: SellerCall) => Columns<Row>;
  /** Adds the columns that a new offer has besides. */
  readonly complete: (columns: Columns<Row>) => Columns<Row>;
  readonly show: Readonly<Record<'v1' | 'v2', ShowOffer<Row>>>;
  /** The template of a game's offers on v2, with sample values (spec 2.7). */
  readonly templateOf: (game: Game) => unknown;
  /** Names the field of a refused delete; undefined if v2 deletes no offer of this kind. */
  readonly deletedAs: string | undefined;
  /** Refuses a write that another offer of the seller stands against. */
  readonly refuseWrite?: (call: SellerCall, body: OfferBody, offer: Row | undefined) => Reply | undefined;
  readonly refuseListing?: (call: SellerCall, offer: Row) => Reply | undefined;
  /** Removes what belongs to a deleted offer. */
  readonly removeParts?: (call: SellerCall, offer: Row) => void;
}
