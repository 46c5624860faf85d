import type { z } from 'zod';
import type { Game, GameService } from '../games/catalogue';
import type { Rule } from '../http/checkBody';
import type { Reply } from '../http/reply';
import type { Market, SellerCall } from '../market';
import type { OrderKind } from '../storage/sandboxSchema';
import type { Columns, MarketTable, RowCondition } from '../storage/tables';

/** Actions on an offer as a whole. */
export type Action = 'list' | 'draft' | 'archive';

/** Columns of offers of every kind. */
export interface OfferRow {
  readonly id: number;
  readonly seller_id: number;
  readonly status: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Shows an offer in the form of one version. */
export type ShowOffer<Row> = (offer: Row, call: SellerCall) => unknown;

/** Body that its contract and rules have checked; a missing member changes nothing. */
export type OfferBody = Readonly<Record<string, unknown>>;

/** Kind of offers, with everything that is special to it. */
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
  /** Returns the rules of a v2 body, except those about its game; without an offer the rules of a new one. */
  readonly rules: (offer?: Row) => readonly Rule[];
  /** Returns the columns that a body sets. A column of undefined stays unchanged. */
  readonly columns: (body: OfferBody, version: 'v1' | 'v2', call: SellerCall) => Columns<Row>;
  /** Adds the further columns of a new offer. */
  readonly complete: (columns: Columns<Row>) => Columns<Row>;
  readonly show: Readonly<Record<'v1' | 'v2', ShowOffer<Row>>>;
  /** Makes the template of a game's offers on v2, with sample values (spec 2.7). */
  readonly templateOf: (game: Game) => unknown;
  /** Field of a refused deletion. It is undefined if v2 deletes no offer of this kind. */
  readonly deletedAs: string | undefined;
  /** Refuses a write that conflicts with another offer of the seller. */
  readonly refuseWrite?: (call: SellerCall, body: OfferBody, offer: Row | undefined) => Reply | undefined;
  readonly refuseListing?: (call: SellerCall, offer: Row) => Reply | undefined;
  /** Removes the parts of a deleted offer. */
  readonly removeParts?: (call: SellerCall, offer: Row) => void;
}
