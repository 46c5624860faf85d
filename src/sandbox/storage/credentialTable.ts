import type { Generated } from 'kysely';

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
