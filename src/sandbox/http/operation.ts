import type { Call } from './call';
import type { Reply } from './reply';

/** One operation of the API. */
export interface Operation {
  readonly version: 'v1' | 'v2';
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path with parameters in braces, e.g. `/v2/currency-offers/{currencyOffer}`. */
  readonly path: string;
  readonly handle: (call: Call) => Promise<Reply>;
}
