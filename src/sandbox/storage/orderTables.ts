import type { Generated, Selectable } from 'kysely';
import type { DeliveryUnit } from '../values/deliveryTime';

/** The kinds of orders. */
export type OrderKind = 'account' | 'item' | 'currency' | 'gift_card';

/** The states of an order (spec 3). */
export type OrderStatus = 'pending' | 'in_delivery' | 'delivered' | 'refunded';

/** A purchase; one table for the four kinds, distinguished by `kind`. */
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
  /** JSON object: the offer's data of the game at the purchase. */
  parameters: string | null;
  /** JSON object: the buyer's input for the delivery. */
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

/** Money that an order moved, in millionths of a euro; a refund has negative amounts. */
export interface PaymentTable {
  id: Generated<number>;
  seller_id: number;
  order_id: number;
  kind: 'sale' | 'refund';
  status: 'pending' | 'settled';
  amount: number;
  fee: number;
  created_at: number;
  updated_at: number;
}

/** Money sent to the seller, in millionths of a euro. */
export interface PayoutTable {
  id: Generated<number>;
  seller_id: number;
  status: 'processing' | 'paid';
  method: string;
  amount: number;
  created_at: number;
  updated_at: number;
  paid_at: number | null;
}

/** An address to which a seller's events are delivered. */
export interface WebhookTable {
  id: Generated<number>;
  seller_id: number;
  url: string;
  secret: string;
  /** JSON list of event names. */
  events: string;
  is_active: number;
  created_at: number;
  updated_at: number;
}

/** An event, with the body that reports it. */
export interface WebhookEventTable {
  id: string;
  seller_id: number;
  topic: string;
  /** The JSON text that is sent and signed. */
  body: string;
  created_at: number;
}

/** An event on its way to one webhook: kept until it has arrived or was given up. */
export interface WebhookDeliveryTable {
  id: Generated<number>;
  seller_id: number;
  webhook_id: number;
  event_id: string;
  status: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** Unix milliseconds of the next attempt; null when there is none. */
  next_attempt_at: number | null;
  /** Status of the last answer; null when none came. */
  last_status: number | null;
  last_error: string | null;
  created_at: number;
  updated_at: number;
}

/** An order as it is stored. */
export type Order = Selectable<OrderTable>;
