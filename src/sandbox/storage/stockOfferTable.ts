import type { Generated } from 'kysely';
import type { DeliveryUnit } from '../delivery/deliveryTime';
import type { StockKind } from '../stockOffers/stockKind';
import type { StockStatus } from '../stockOffers/stockStatus';

/** A stock of something countable for sale: game currency, items or gift cards, told apart by `kind`. */
export interface StockOfferTable {
  id: Generated<number>;
  kind: StockKind;
  uuid: string;
  seller_id: number;
  /** Null for gift cards, which belong to no game. */
  game_id: number | null;
  external_id: string | null;
  title: string;
  description: string;
  /** JSON object: the data of the game, or what a gift card is. */
  attributes: string;
  status: StockStatus;
  /** Null for instant delivery. */
  delivery_duration: number | null;
  delivery_unit: DeliveryUnit | null;
  delivery_instructions: string | null;
  stock: number;
  min_quantity: number;
  /** Price of one unit in millionths of a euro. */
  price: number;
  views: number;
  icon_url: string;
  /** Unix seconds, as all instants of the store. */
  created_at: number;
  updated_at: number;
  listed_at: number | null;
}
