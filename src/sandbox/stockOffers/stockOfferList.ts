import { sql, type SqlBool } from 'kysely';
import { lists } from '../../contract/v2/lists';
import { contains, oneOfNumbers, oneOfTexts, within } from '../listing/filters';
import type { ListRules } from '../listing/listRules';
import { DELIVERY_SECONDS } from '../storage/addLiveShapes';
import type { StockKind } from './stockKind';

/** How stock offers of one kind are listed (observed). */
export const stockOfferList = (kind: StockKind): ListRules<'stock_offer'> => ({
  table: 'stock_offer',
  sorts: lists.stockOffers.sorts,
  filters: {
    search: contains('title'),
    id: oneOfNumbers('id'),
    status: oneOfTexts('status'),
    game_id: oneOfNumbers('game_id'),
    created_at: within('created_at'),
  },
  sortedBy: { delivery_time: DELIVERY_SECONDS },
  always: sql<SqlBool>`kind = ${kind}`,
});
