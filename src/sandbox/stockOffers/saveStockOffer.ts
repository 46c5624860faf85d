import type { Call } from '../http/call';
import type { StockOffer } from './stockOffer';

/** Writes changed columns of one offer and returns it as it is then. */
export async function saveStockOffer(
  { db, now }: Pick<Call, 'db' | 'now'>,
  id: number,
  columns: Partial<StockOffer>,
): Promise<StockOffer> {
  return db
    .updateTable('stock_offer')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
