import type { Selectable } from 'kysely';
import type { StockOfferTable } from '../storage/stockOfferTable';

/** A stock offer as it is stored. */
export type StockOffer = Selectable<StockOfferTable>;
