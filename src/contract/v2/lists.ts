/** What each v2 list can be sorted and filtered by (observed; orders, payments and payouts assumed). */
export const lists = {
  games: { sorts: ['id', 'name'], filters: ['search'] },
  accountOffers: {
    sorts: ['id', 'created_at', 'updated_at', 'price'],
    filters: ['search', 'id', 'status', 'game_id'],
  },
  stockOffers: {
    sorts: ['id', 'created_at', 'updated_at', 'price'],
    filters: ['search', 'id', 'status', 'game_id'],
  },
  credentials: { sorts: ['id', 'created_at', 'updated_at'], filters: ['is_sold'] },
  orders: { sorts: ['id', 'created_at', 'updated_at'], filters: ['id', 'status', 'offer_id'] },
  payments: { sorts: ['id', 'created_at', 'updated_at'], filters: ['kind', 'status'] },
  payouts: { sorts: ['id', 'created_at', 'updated_at'], filters: ['status'] },
  webhooks: { sorts: ['id', 'created_at', 'updated_at'], filters: [] },
} as const;
