import type { Generated } from 'kysely';
import type { DeliveryUnit } from '../delivery/deliveryTime';

/** What a buyer bought; one table for the four kinds, told apart by `kind`. */
export interface OrderTable {
  id: Generated<number>;
  seller_id: number;
  kind: 'account' | 'item' | 'currency' | 'gift_card';
  offer_id: number;
  game_id: number | null;
  buyer_id: number;
  buyer_username: string;
  title: string;
  description: string | null;
  quantity: number;
  /** JSON object: what the offer said of the game when it was bought. */
  parameters: string | null;
  /** JSON object: what the buyer gave for the delivery. */
  credentials: string;
  status: 'pending' | 'in_delivery' | 'delivered' | 'refunded';
  dispute_case_id: number | null;
  delivery_duration: number | null;
  delivery_unit: DeliveryUnit | null;
  /** Price of one unit in millionths of a euro. */
  unit_price: number;
  created_at: number;
  updated_at: number;
  purchased_at: number | null;
  completed_at: number | null;
  refunded_at: number | null;
}
