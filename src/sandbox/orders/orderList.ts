import { sql, type SqlBool } from 'kysely';
import { lists } from '../../contract/v2/lists';
import { oneOfNumbers, oneOfTexts } from '../listing/filters';
import type { ListRules } from '../listing/listRules';
import type { OrderKind } from './orderStatus';

/** How orders are listed: those of one kind, or all of them. */
export const orderList = (kind?: OrderKind): ListRules<'order'> => ({
  table: 'order',
  sorts: lists.orders.sorts,
  filters: { id: oneOfNumbers('id'), status: oneOfTexts('status'), offer_id: oneOfNumbers('offer_id') },
  ...(kind === undefined ? {} : { always: sql<SqlBool>`kind = ${kind}` }),
});
