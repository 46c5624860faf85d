import type { Generated } from 'kysely';

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
