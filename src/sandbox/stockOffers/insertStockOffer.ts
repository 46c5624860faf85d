import { randomUUID } from 'node:crypto';
import type { Call } from '../http/call';
import type { StockOffer } from './stockOffer';

type Given = Partial<StockOffer> & Pick<StockOffer, 'kind' | 'game_id' | 'title'>;

/** Stores a new draft with the given columns and the defaults of all others; returns it as it is then. */
export async function insertStockOffer(
  { db, sellerId, now }: Pick<Call, 'db' | 'sellerId' | 'now'>,
  given: Given,
): Promise<StockOffer> {
  return db
    .insertInto('stock_offer')
    .values({
      description: '',
      attributes: '{}',
      stock: 0,
      min_quantity: 1,
      price: 0,
      icon_url: `https://images.example.com/icons/${given.game_id}.png`,
      ...given,
      uuid: randomUUID(),
      seller_id: sellerId,
      status: 'draft',
      views: 0,
      created_at: now,
      updated_at: now,
      listed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
