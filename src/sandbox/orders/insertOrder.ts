import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Order, OrderKind, OrderTable } from '../storage/orderTables';
import type { SellerCall } from '../http/handler';
import { recordPayment } from './payments';

/** A buyer as orders keep him: an id that follows from the name, and the name censored (spec 2.3). */
export function buyerColumns(name: string) {
  const first = Array.from(name).at(0) ?? '';
  const last = Array.from(name).at(-1) ?? '';
  return {
    buyer_id: createHash('sha256').update(name).digest().readUInt32BE(0) >>> 1,
    buyer_username: `${first}***${last}`,
  };
}

/** The purchase that a buyer asks for. */
export interface Purchase {
  /** Without a kind, the id must belong to one kind of offer only. */
  readonly kind: OrderKind | undefined;
  readonly offerId: number;
  readonly quantity: number;
  /** Name of the buyer; answers show it censored. */
  readonly buyer: string;
  /** The buyer's input for the delivery, e.g. a character name. */
  readonly details: Readonly<Record<string, unknown>>;
}

type Bought = Pick<
  Insertable<OrderTable>,
  | 'seller_id'
  | 'kind'
  | 'offer_id'
  | 'game_id'
  | 'title'
  | 'description'
  | 'parameters'
  | 'delivery_duration'
  | 'delivery_unit'
  | 'unit_price'
>;

/** Stores an order with its payment. An order with instant delivery is delivered already (spec 3). */
export async function insertOrder(
  { db, now }: Pick<SellerCall, 'db' | 'now'>,
  bought: Bought,
  { buyer, quantity, details }: Purchase,
  isInstant: boolean,
): Promise<Order> {
  const order = await db
    .insertInto('order')
    .values({
      ...bought,
      ...buyerColumns(buyer),
      quantity,
      credentials: JSON.stringify(details),
      credential_id: null,
      rating: null,
      status: isInstant ? 'delivered' : 'pending',
      dispute_case_id: null,
      created_at: now,
      updated_at: now,
      purchased_at: now,
      completed_at: isInstant ? now : null,
      refunded_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordPayment({ db, now }, order);
  return order;
}
