import { contains, oneOfNumbers, oneOfTexts } from '../listing/filters';
import type { ListRules } from '../listing/listRules';

/** How currency offers are listed (observed). */
export const currencyOfferList: ListRules<'currency_offer'> = {
  table: 'currency_offer',
  sorts: ['id', 'created_at', 'updated_at', 'price'],
  filters: {
    search: contains('title'),
    id: oneOfNumbers('id'),
    status: oneOfTexts('status'),
    game_id: oneOfNumbers('game_id'),
  },
};
