import type { Insertable } from 'kysely';
import { orderTotal, paidAndFee } from '../orders/payments';
import type { OrderKind, OrderStatus, OrderTable, PaymentTable } from '../storage/orderTables';
import { buyerColumns } from '../orders/insertOrder';
import type { Random } from '../values/random';

/** The payments of an order: its sale, and its refund when there was one. */
export function paymentRows(order: Insertable<OrderTable>): Insertable<PaymentTable>[] {
  const { amount, fee } = paidAndFee(orderTotal(order));
  const settled = order.completed_at !== null && order.completed_at !== undefined;
  const common = {
    seller_id: order.seller_id,
    order_id: order.id ?? 0,
    status: settled ? ('settled' as const) : ('pending' as const),
  };
  const sale = {
    ...common,
    kind: 'sale' as const,
    amount: Number(amount),
    fee: Number(fee),
    created_at: order.created_at,
    updated_at: order.completed_at ?? order.created_at,
  };
  if (order.refunded_at === null || order.refunded_at === undefined) return [sale];
  const refund = {
    ...common,
    kind: 'refund' as const,
    amount: Number(-amount),
    fee: Number(-fee),
    created_at: order.refunded_at,
    updated_at: order.refunded_at,
  };
  return [sale, refund];
}

/** The columns that an order takes over from its offer. */
interface Offered {
  readonly seller_id: number;
  readonly kind: OrderKind;
  readonly offer_id: number;
  readonly game_id: number | null;
  readonly title: string;
  readonly description: string;
  readonly parameters: string;
  readonly delivery_duration: number | null;
  readonly delivery_unit: 'minutes' | 'hours' | 'days' | null;
  readonly unit_price: number;
}

type Columns = Omit<Insertable<OrderTable>, 'id'>;

const HOUR = 3_600;
const NAMES = ['mira', 'oskar', 'yuki', 'Zoë', 'tarik', 'lena92', 'kwame'] as const;

/** One order in the given state, bought at `purchased` (Unix seconds). */
export function seedOrder(
  offered: Offered,
  status: OrderStatus,
  quantity: number,
  random: Random,
  purchased: number,
): Columns {
  const life = seedLife(status, random, purchased);
  const isRated = life.completed_at !== null && random.once(2);
  const details = offered.kind === 'account' ? {} : { character_name: 'Brannigan', server: 'EU' };
  return {
    ...offered,
    ...buyerColumns(random.pick(NAMES)),
    credential_id: null,
    quantity,
    rating: isRated ? JSON.stringify(rating(random, life.updated_at)) : null,
    credentials: JSON.stringify(details),
    status,
    dispute_case_id: status !== 'refunded' && random.once(12) ? random.between(10_000, 29_999) : null,
    ...life,
  };
}

/** The instants of an order; half of the refunded ones had been delivered. */
function seedLife(status: OrderStatus, random: Random, purchased: number) {
  const done = purchased + random.between(60, 20 * HOUR);
  const completed = status === 'delivered' || (status === 'refunded' && random.once(2)) ? done : null;
  const refunded = status === 'refunded' ? done + random.between(60, 20 * HOUR) : null;
  return {
    created_at: purchased,
    purchased_at: purchased,
    completed_at: completed,
    refunded_at: refunded,
    updated_at: refunded ?? completed ?? purchased,
  };
}

function rating(random: Random, at: number) {
  const good = !random.once(5);
  return {
    id: random.between(1, 1_000_000),
    labels: good ? ['fast delivery', 'friendly'] : null,
    rating: good ? 1 : 0,
    comment: good ? 'Thanks!' : 'Took too long.',
    created_at: at,
    updated_at: at,
  };
}
