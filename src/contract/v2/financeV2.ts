import { z } from 'zod';
import { money, timestamp } from '../kinds';

/** Money that an order moved (assumed): a sale adds the price less the fee, a refund takes it back. */
export const payment = z.object({
  id: z.int(),
  order_id: z.int(),
  kind: z.enum(['sale', 'refund']),
  status: z.enum(['pending', 'settled']),
  amount_eur: money('EUR', 2),
  fee_eur: money('EUR', 2),
  net_eur: money('EUR', 2),
  created_at: timestamp(),
  updated_at: timestamp(),
});

/** The seller's balance (assumed): money is pending until the order is delivered, then available. */
export const balance = z.object({
  available_eur: money('EUR', 2),
  available_usd: money('USD', 2),
  pending_eur: money('EUR', 2),
  pending_usd: money('USD', 2),
});

/** Money that was sent to the seller (assumed). */
export const payout = z.object({
  id: z.int(),
  status: z.enum(['processing', 'paid']),
  method: z.string(),
  amount_eur: money('EUR', 2),
  created_at: timestamp(),
  updated_at: timestamp(),
  paid_at: timestamp().nullable(),
});
