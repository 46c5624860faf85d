import type { Generated } from 'kysely';

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
