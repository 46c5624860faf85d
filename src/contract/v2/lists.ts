const instants = ['id', 'created_at', 'updated_at'] as const;

/** What every list of offers can be sorted and filtered by. */
const offers = {
  sorts: [...instants, 'price', 'views', 'delivery_time', 'listed_at'],
  filters: ['search', 'id', 'status', 'game_id', 'created_at'],
} as const;

/** What each v2 list can be sorted and filtered by (observed; messages, payments and payouts assumed). */
export const lists = {
  games: { sorts: ['id', 'name'], filters: ['search'] },
  accountOffers: offers,
  stockOffers: offers,
  credentials: { sorts: instants, filters: ['is_sold'] },
  orders: {
    sorts: [...instants, 'purchased_at', 'completed_at', 'sold_at'],
    filters: ['id', 'status', 'offer_id', 'buyer_id', 'game_id', 'created_at'],
  },
  orderMessages: { sorts: instants, filters: [] },
  payments: { sorts: instants, filters: ['kind', 'status'] },
  payouts: { sorts: instants, filters: ['status'] },
  webhooks: { sorts: instants, filters: [] },
} as const;
