import { sql } from 'kysely';
import type { Micros } from '../amounts/micros';
import type { Call } from '../http/call';

/** What a seller has: available from delivered orders less payouts, and pending from the others. */
export async function balanceOf({
  db,
  sellerId,
}: Pick<Call, 'db' | 'sellerId'>): Promise<{ readonly available: Micros; readonly pending: Micros }> {
  // Sums leave the range in which a double counts exactly, so they come as text.
  const sums = await db
    .selectFrom('payment')
    .select(['status', sql<string>`cast(sum(amount - fee) as text)`.as('net')])
    .where('seller_id', '=', sellerId)
    .groupBy('status')
    .execute();
  const paid = await db
    .selectFrom('payout')
    .select(sql<string>`cast(coalesce(sum(amount), 0) as text)`.as('amount'))
    .where('seller_id', '=', sellerId)
    .executeTakeFirstOrThrow();
  const net = (status: 'settled' | 'pending') =>
    BigInt(sums.find((sum) => sum.status === status)?.net ?? '0');
  return { available: net('settled') - BigInt(paid.amount), pending: net('pending') };
}
