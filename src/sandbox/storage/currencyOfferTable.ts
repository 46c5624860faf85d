import type { Generated } from 'kysely';
import type { DeliveryUnit } from '../delivery/deliveryTime';

/** A stock of game currency for sale. */
export interface CurrencyOfferTable {
  id: Generated<number>;
  uuid: string;
  seller_id: number;
  game_id: number;
  external_id: string | null;
  title: string;
  description: string;
  /** JSON object: the game-specific data. */
  attributes: string;
  status: 'draft' | 'listed' | 'archived';
  delivery_duration: number | null;
  delivery_unit: DeliveryUnit | null;
  delivery_instructions: string | null;
  stock: number;
  min_quantity: number;
  /** Price of one unit in millionths of a euro. */
  price: number;
  views: number;
  icon_url: string;
  created_at: number;
  updated_at: number;
  listed_at: number | null;
}
