import type { QueryParameter } from '../operation';

const paging: readonly QueryParameter[] = [
  { name: 'page', description: 'Page to answer, from 1.', type: 'integer' },
  { name: 'per_page', description: 'Items on a page, 1 to 50; 15 unless told.', type: 'integer' },
];

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  search: 'Text that the item contains.',
  created_at: 'From and to, parted by a comma: Unix seconds or ISO 8601; either may be left out.',
};

/** The query parameters of a v2 list (observed) that can be sorted and filtered by these names. */
export const listParameters = (
  sorts: readonly string[],
  filters: readonly string[],
): readonly QueryParameter[] => [
  ...paging,
  {
    name: 'sort',
    description: `One of ${sorts.join(', ')}; a leading minus turns the order round. -updated_at unless told.`,
    type: 'string',
  },
  ...filters.map((name) => ({
    name: `filter[${name}]`,
    description: DESCRIPTIONS[name] ?? 'One value, or several parted by commas.',
    type: 'string' as const,
  })),
];
