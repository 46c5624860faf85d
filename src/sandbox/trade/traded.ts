import type { Order } from '../orders/order';
import type { Reply } from '../http/reply';

/** What came of a buyer's step: the order as it is then, or the answer that refuses. */
export type Traded =
  { readonly ok: true; readonly order: Order } | { readonly ok: false; readonly reply: Reply };
