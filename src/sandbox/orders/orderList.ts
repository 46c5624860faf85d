import { sql, type SqlBool } from 'kysely';
import { lists } from '../../contract/v2/lists';
import { oneOfNumbers, oneOfTexts, within } from '../listing/filters';
import type { ListRules } from '../listing/listRules';
import type { OrderKind } from './orderStatus';

/** How orders are listed: those of one kind, of one offer, or all of them. An order is sold when it is paid. */
export const orderList = (kind?: OrderKind, offerId?: number): ListRules<'order'> => ({
  table: 'order',
  sorts: lists.orders.sorts,
  sortedBy: { sold_at: 'purchased_at' },
  filters: {
    id: oneOfNumbers('id'),
    status: oneOfTexts('status'),
    offer_id: oneOfNumbers('offer_id'),
    buyer_id: oneOfNumbers('buyer_id'),
    game_id: oneOfNumbers('game_id'),
    created_at: within('created_at'),
  },
  ...(offerId === undefined ? {} : { fixed: { offer_id: String(offerId) } }),
  ...(kind === undefined ? {} : { always: sql<SqlBool>`kind = ${kind}` }),
});
