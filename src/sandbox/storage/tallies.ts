import type { Tables } from './tables';

/** What the rows of long lists are counted by: the total of a list is read from the counts, not from its rows. */
export const tallies: Readonly<Partial<Record<keyof Tables, readonly string[]>>> = {
  account_offer: ['seller_id', 'game_id', 'status'],
  stock_offer: ['seller_id', 'kind', 'game_id', 'status'],
  order: ['seller_id', 'kind', 'status'],
};
