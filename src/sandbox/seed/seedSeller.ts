import type { Insertable, Transaction } from 'kysely';
import type { OrderTable } from '../storage/orderTable';
import type { Tables } from '../storage/tables';
import { accountBatch, type SellerSeed } from './accountBatch';
import type { createIds } from './ids';
import { insertRows } from './insertRows';
import { paymentRows } from './paymentRows';
import { stockBatch } from './stockBatch';

/** Account offers made and inserted at once. */
const BATCH = 500;

/** Stock offers of each kind, as a share of the account offers. */
const ACCOUNTS_PER = { currency: 3, item: 6, gift_card: 20 } as const;

/** Puts one seller's whole business into the store; `progress` hears of each batch of account offers. */
export async function seedSeller(
  db: Transaction<Tables>,
  offers: number,
  seller: SellerSeed,
  ids: ReturnType<typeof createIds>,
  progress: (added: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < offers; start += BATCH) {
    const end = Math.min(start + BATCH, offers);
    const batch = accountBatch(start, end, seller, ids);
    await insertRows(db, 'account_offer', batch.offers);
    await insertRows(db, 'credential', batch.credentials);
    await insertOrders(db, batch.orders);
    await progress(end - start);
  }
  for (const kind of ['currency', 'item', 'gift_card'] as const) {
    const batch = stockBatch(kind, Math.ceil(offers / ACCOUNTS_PER[kind]), seller, ids);
    await insertRows(db, 'stock_offer', batch.offers);
    await insertOrders(db, batch.orders);
  }
  await insertRows(db, 'payout', payouts(seller));
}

async function insertOrders(
  db: Transaction<Tables>,
  orders: readonly Insertable<OrderTable>[],
): Promise<void> {
  await insertRows(db, 'order', orders);
  await insertRows(db, 'payment', orders.flatMap(paymentRows));
}

const WEEK = 7 * 86_400;

/** A payout a week, the latest still under way. */
const payouts = ({ sellerId, random, until }: SellerSeed) =>
  Array.from({ length: 6 }, (_, week) => {
    const created = until - (6 - week) * WEEK;
    const isPaid = week < 5;
    return {
      seller_id: sellerId,
      status: isPaid ? ('paid' as const) : ('processing' as const),
      method: 'bank_transfer',
      amount: random.between(1_000, 20_000) * 10_000,
      created_at: created,
      updated_at: isPaid ? created + 86_400 : created,
      paid_at: isPaid ? created + 86_400 : null,
    };
  });
