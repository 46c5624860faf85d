/** The states of a stock offer (observed). */
export type StockStatus = 'draft' | 'listed' | 'archived';
