import { z } from 'zod';
import type { ParameterContract } from '../operationContract';

/** One resource in its envelope. */
export const resourceOf = <Item extends z.ZodType>(item: Item) => z.object({ data: item });

/** One page of a v2 list in its envelope (observed). */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    meta: z.object({
      current_page: z.int(),
      from: z.int().nullable(),
      last_page: z.int(),
      path: z.string(),
      per_page: z.int(),
      to: z.int().nullable(),
      total: z.int(),
    }),
    links: z.object({
      first: z.string(),
      last: z.string(),
      prev: z.string().nullable(),
      next: z.string().nullable(),
    }),
  });

const paging: readonly ParameterContract[] = [
  { name: 'page', description: 'Page to answer, from 1.', type: 'integer' },
  { name: 'per_page', description: 'Items on a page, 1 to 50; 15 by default.', type: 'integer' },
];

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  search: 'Text that the item contains.',
  created_at: 'From and to, separated by a comma: Unix seconds or ISO 8601; either may be left out.',
};

/** The query parameters of a v2 list (observed) that can be sorted and filtered by these names. */
export const listParameters = (
  sorts: readonly string[],
  filters: readonly string[],
): readonly ParameterContract[] => [
  ...paging,
  {
    name: 'sort',
    description: `One of ${sorts.join(', ')}; a leading minus turns the order round. -updated_at by default.`,
    type: 'string',
  },
  ...filters.map((name) => ({
    name: `filter[${name}]`,
    description: DESCRIPTIONS[name] ?? 'One value, or several separated by commas.',
    type: 'string' as const,
  })),
];

const instants = ['id', 'created_at', 'updated_at'] as const;

/** Names by which every list of offers can be sorted and filtered. */
const offers = {
  sorts: [...instants, 'price', 'views', 'delivery_time', 'listed_at'],
  filters: ['search', 'id', 'status', 'game_id', 'created_at'],
} as const;

/** Names by which each v2 list can be sorted and filtered (observed; messages, payments and payouts assumed). */
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
