import type { OrderKind } from '../orders/orderStatus';

/** What a buyer asks for. */
export interface Purchase {
  /** Without a kind, the id must belong to one kind of offer only. */
  readonly kind: OrderKind | undefined;
  readonly offerId: number;
  readonly quantity: number;
  /** Name of the buyer; answers show it censored. */
  readonly buyer: string;
  /** What the buyer says for the delivery, e.g. a character name. */
  readonly details: Readonly<Record<string, unknown>>;
}
