import { lists } from '../../contract/v2/lists';
import { contains, oneOfNumbers, oneOfTexts, within } from '../listing/filters';
import type { ListRules } from '../listing/listRules';
import { DELIVERY_SECONDS } from '../storage/addLiveShapes';

/** How account offers are listed; there is no filter for a login (observed). */
export const accountOfferList: ListRules<'account_offer'> = {
  table: 'account_offer',
  sorts: lists.accountOffers.sorts,
  filters: {
    search: contains('title'),
    id: oneOfNumbers('id'),
    status: oneOfTexts('status'),
    game_id: oneOfNumbers('game_id'),
    created_at: within('created_at'),
  },
  sortedBy: { delivery_time: DELIVERY_SECONDS },
};
