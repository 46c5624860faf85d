import type { z } from 'zod';
import type { deliveryTimeInput } from '../../contract/deliveryTimeInput';
import type { FreeObject } from '../storage/writeFreeObject';

/** A checked request about a stock offer, of either version and kind; an absent member changes nothing. */
export interface StockOfferChanges {
  readonly game_id?: number | null | undefined;
  readonly game?: string | null | undefined;
  readonly external_id?: string | null | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly price?: number | string | undefined;
  readonly currency?: 'EUR' | 'USD' | undefined;
  readonly stock?: number | string | undefined;
  readonly min_quantity?: number | string | undefined;
  readonly delivery_instructions?: string | null | undefined;
  readonly delivery_time?: z.output<ReturnType<typeof deliveryTimeInput>> | undefined;
  /** The data of the game, whatever the request calls it. */
  readonly data?: FreeObject | undefined;
}
