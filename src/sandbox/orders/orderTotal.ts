import type { Micros } from '../amounts/micros';
import type { Order } from './order';

/** What an order costs, exactly: unit price times quantity. It is rounded only where it is shown or paid. */
export const orderTotal = ({ unit_price, quantity }: Pick<Order, 'unit_price' | 'quantity'>): Micros =>
  BigInt(unit_price) * BigInt(quantity);
