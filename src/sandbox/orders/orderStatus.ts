/** What was ordered. */
export type OrderKind = 'account' | 'item' | 'currency' | 'gift_card';

/** The states of an order (spec 3). */
export type OrderStatus = 'pending' | 'in_delivery' | 'delivered' | 'refunded';
