import type { QueryParameter } from '../operation';

/** The query parameters of a v1 list (observed). */
export const pageParameters: readonly QueryParameter[] = [
  { name: 'page', description: 'Page to answer, from 1.', type: 'integer' },
  { name: 'per_page', description: 'Items on a page, 1 to 1000; 15 unless told.', type: 'integer' },
];
