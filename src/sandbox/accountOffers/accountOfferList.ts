import { contains, oneOfNumbers, oneOfTexts } from '../listing/filters';
import type { ListRules } from '../listing/listRules';

/** How account offers are listed; there is no filter for a login (observed). */
export const accountOfferList: ListRules<'account_offer'> = {
  table: 'account_offer',
  sorts: ['id', 'created_at', 'updated_at', 'price'],
  filters: {
    search: contains('title'),
    id: oneOfNumbers('id'),
    status: oneOfTexts('status'),
    game_id: oneOfNumbers('game_id'),
  },
};
