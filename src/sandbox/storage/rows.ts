import type { DeliveryUnit } from '../values/deliveryTime';

/** A state of an account offer (observed). */
export type AccountStatus = 'draft' | 'pending' | 'listed' | 'processing' | 'sold' | 'refunded' | 'archived';

/** Columns of everything that is for sale. Instants are Unix seconds. */
interface OfferRow {
  readonly id: number;
  readonly seller_id: number;
  readonly game_id: number;
  readonly external_id: string | null;
  readonly title: string;
  readonly description: string;
  /** JSON object: the data of the game. */
  readonly attributes: string;
  /** Null for instant delivery. */
  readonly delivery_duration: number | null;
  readonly delivery_unit: DeliveryUnit | null;
  readonly delivery_instructions: string | null;
  /** Price of one in millionths of a euro. */
  readonly price: number;
  readonly views: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly listed_at: number | null;
}

/** An account for sale: both API versions are views of this row. */
export interface AccountOffer extends OfferRow {
  readonly slug: string;
  readonly dump: string | null;
  readonly private_note: string | null;
  readonly status: AccountStatus;
  readonly is_manual: number;
  /** 1: one login kept in this row; 0: a stock of credentials in rows of their own. */
  readonly is_legacy: number;
  readonly login: string | null;
  readonly password: string | null;
  readonly email_login: string | null;
  readonly email_password: string | null;
  readonly email_provider: string | null;
  readonly server: string | null;
  readonly level_up_method: string | null;
  readonly ign: string | null;
  /** JSON object: item-type slugs and lists of item names. */
  readonly game_items: string;
  /** JSON list of texts. */
  readonly image_urls: string;
  readonly trend_score: number;
  readonly is_featured: number;
  readonly is_rare: number;
  readonly is_discounted: number;
  readonly sold_at: number | null;
}

/** One credential in the stock of an account offer; with an order it is sold. */
export interface Credential {
  readonly id: number;
  readonly seller_id: number;
  readonly account_offer_id: number;
  readonly account_order_id: number | null;
  readonly credentials: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** The kinds of stock. */
export type StockKind = 'currency' | 'item';

/** A stock of something countable for sale. */
export interface StockOffer extends OfferRow {
  readonly kind: StockKind;
  readonly uuid: string;
  readonly status: 'draft' | 'listed' | 'archived';
  readonly stock: number;
  readonly min_quantity: number;
  readonly icon_url: string;
}

/** The kinds of orders. */
export type OrderKind = 'account' | StockKind;

/** The states of an order (spec 3). */
export type OrderStatus = 'pending' | 'in_delivery' | 'delivered' | 'refunded';

/** A purchase of any kind. */
export interface Order {
  readonly id: number;
  readonly seller_id: number;
  readonly kind: OrderKind;
  readonly offer_id: number;
  readonly game_id: number;
  /** The credential assigned to an order of a stocked account offer. */
  readonly credential_id: number | null;
  readonly buyer_id: number;
  readonly buyer_username: string;
  /** JSON object (spec 2.4); null until the buyer rates. */
  readonly rating: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly quantity: number;
  /** JSON object: the offer's data of the game at the purchase. */
  readonly parameters: string | null;
  /** JSON object: the buyer's input for the delivery. */
  readonly credentials: string;
  readonly status: OrderStatus;
  /** The active dispute; null when there is none. */
  readonly dispute_case_id: number | null;
  readonly delivery_duration: number | null;
  readonly delivery_unit: DeliveryUnit | null;
  /** Price of one unit in millionths of a euro. */
  readonly unit_price: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly purchased_at: number | null;
  readonly completed_at: number | null;
  readonly refunded_at: number | null;
}

/** A key that a seller created. The key itself is never stored: its signature proves it, this row keeps it alive. */
export interface SellerKey {
  readonly id: number;
  readonly seller_id: number;
  readonly name: string;
  readonly version: 'v1' | 'v2';
  /** The claim that ties a signed key to this row. */
  readonly token_id: string;
  readonly read_only: number;
  readonly created_at: number;
  readonly deleted_at: number | null;
}
