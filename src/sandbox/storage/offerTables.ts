import type { Generated, Selectable } from 'kysely';
import type { DeliveryUnit } from '../values/deliveryTime';

/** A state of an account offer (observed). */
export type AccountStatus = 'draft' | 'pending' | 'listed' | 'processing' | 'sold' | 'refunded' | 'archived';

/** An account for sale, in terms of the domain: both API versions are views of this row. */
export interface AccountOfferTable {
  id: Generated<number>;
  seller_id: number;
  game_id: number;
  external_id: string | null;
  title: string;
  slug: string;
  description: string;
  dump: string | null;
  private_note: string | null;
  status: AccountStatus;
  is_manual: number;
  /** Null for instant delivery. */
  delivery_duration: number | null;
  delivery_unit: DeliveryUnit | null;
  delivery_instructions: string | null;
  /** 1: one login kept in this row; 0: a stock of credentials in rows of their own. */
  is_legacy: number;
  login: string | null;
  password: string | null;
  email_login: string | null;
  email_password: string | null;
  email_provider: string | null;
  server: string | null;
  level_up_method: string | null;
  ign: string | null;
  /** JSON object: the attributes of the game, without the three above. */
  attributes: string;
  /** JSON object: item-type slugs and lists of item names. */
  game_items: string;
  /** Price in millionths of a euro. */
  price: number;
  views: number;
  /** JSON list of texts. */
  image_urls: string;
  trend_score: number;
  is_featured: number;
  is_rare: number;
  is_discounted: number;
  /** Unix seconds, as all instants of the store. */
  created_at: number;
  updated_at: number;
  listed_at: number | null;
  sold_at: number | null;
}

/** One credential in the stock of an account offer; with an order it is sold. */
export interface CredentialTable {
  id: Generated<number>;
  seller_id: number;
  account_offer_id: number;
  account_order_id: number | null;
  credentials: string;
  created_at: number;
  updated_at: number;
}

/** The kinds of stock. */
export type StockKind = 'currency' | 'item' | 'gift_card';

/** The states of a stock offer (observed). */
type StockStatus = 'draft' | 'listed' | 'archived';

/** A stock of something countable for sale: game currency, items or gift cards, distinguished by `kind`. */
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

/** An account offer as it is stored. */
export type AccountOffer = Selectable<AccountOfferTable>;

/** A credential as it is stored. */
export type Credential = Selectable<CredentialTable>;

/** A stock offer as it is stored. */
export type StockOffer = Selectable<StockOfferTable>;
