/** What v1 shows of a stock offer. */
export const STOCK_COLUMNS_V1 = [
  'id',
  'kind',
  'uuid',
  'game_id',
  'title',
  'description',
  'attributes',
  'status',
  'delivery_duration',
  'delivery_unit',
  'stock',
  'min_quantity',
  'price',
  'created_at',
  'updated_at',
  'listed_at',
] as const;
