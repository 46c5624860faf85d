/** What a stock is of. */
export type StockKind = 'currency' | 'item' | 'gift_card';
