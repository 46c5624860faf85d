import { sql, type SqlBool } from 'kysely';
import { lists } from '../../contract/v2/lists';
import type { ListRules } from '../listing/listRules';

/** How the stock of one offer is listed. */
export const credentialList = (offerId: number): ListRules<'credential'> => ({
  table: 'credential',
  sorts: lists.credentials.sorts,
  filters: {
    is_sold: (text) => sql<SqlBool>`(account_order_id is not null) = ${/^(1|true)$/.test(text) ? 1 : 0}`,
  },
  always: sql<SqlBool>`account_offer_id = ${offerId}`,
});
