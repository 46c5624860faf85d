import type { Generated } from 'kysely';
import type { AccountStatus } from '../accountOffers/accountStatus';
import type { DeliveryUnit } from '../delivery/deliveryTime';

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
