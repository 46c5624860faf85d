import { sql, type SqlBool } from 'kysely';
import { STOCK_COLUMNS_V1 } from './stockColumnsV1';
import type { StockKind } from './stockKind';

/** How v1 lists stock offers of one kind. */
export const stockOfferListV1 = (kind: StockKind) => ({
  table: 'stock_offer' as const,
  columns: STOCK_COLUMNS_V1,
  always: sql<SqlBool>`kind = ${kind}`,
});
