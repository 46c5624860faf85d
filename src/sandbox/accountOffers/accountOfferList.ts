import { lists } from '../../contract/v2/lists';
import { contains, oneOfNumbers, oneOfTexts } from '../listing/filters';
import type { ListRules } from '../listing/listRules';

/** How account offers are listed; there is no filter for a login (observed). */
export const accountOfferList: ListRules<'account_offer'> = {
  table: 'account_offer',
  sorts: lists.accountOffers.sorts,
  filters: {
    search: contains('title'),
    id: oneOfNumbers('id'),
    status: oneOfTexts('status'),
    game_id: oneOfNumbers('game_id'),
  },
};
