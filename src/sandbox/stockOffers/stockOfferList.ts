import { sql, type SqlBool } from 'kysely';
import { lists } from '../../contract/v2/lists';
import { contains, oneOfNumbers, oneOfTexts } from '../listing/filters';
import type { ListRules } from '../listing/listRules';
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
  },
  always: sql<SqlBool>`kind = ${kind}`,
});
