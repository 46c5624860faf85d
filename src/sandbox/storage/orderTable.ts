import type { Generated } from 'kysely';
import type { DeliveryUnit } from '../delivery/deliveryTime';
import type { OrderKind, OrderStatus } from '../orders/orderStatus';

/** What a buyer bought; one table for the four kinds, told apart by `kind`. */
export interface OrderTable {
  id: Generated<number>;
  seller_id: number;
  kind: OrderKind;
  offer_id: number;
  /** Null for gift cards, which belong to no game. */
  game_id: number | null;
  /** The credential assigned to an order of a stocked account offer. */
  credential_id: number | null;
  buyer_id: number;
  buyer_username: string;
  /** JSON object (spec 2.4); null until the buyer rates. */
  rating: string | null;
  title: string;
  description: string | null;
  quantity: number;
  /** JSON object: what the offer said of the game when it was bought. */
  parameters: string | null;
  /** JSON object: what the buyer gave for the delivery. */
  credentials: string;
  status: OrderStatus;
  /** The active dispute; null when there is none. */
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
