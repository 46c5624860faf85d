import type { Call } from '../http/call';
import { pathId } from '../http/pathId';
import type { StockKind } from './stockKind';

/** The caller's own offer of the kind with the id from the path; another seller's is as absent as none. */
export async function findStockOffer(
  { db, sellerId }: Pick<Call, 'db' | 'sellerId'>,
  kind: StockKind,
  id: string | undefined,
) {
  return db
    .selectFrom('stock_offer')
    .selectAll()
    .where('id', '=', pathId(id) ?? 0)
    .where('seller_id', '=', sellerId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}
