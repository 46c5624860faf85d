import { HOUR_SECONDS } from '../../contract/clock';
import { buyerColumns, type offeredBy } from '../resources/trade';
import type { Order, OrderStatus } from '../storage/sandboxSchema';
import type { Random } from '../values/random';

const NAMES = ['mira', 'oskar', 'yuki', 'Zoë', 'tarik', 'lena92', 'kwame'] as const;

/** Makes an order in the given state, bought at `purchased` (Unix seconds). */
export function seedOrder(
  offered: ReturnType<typeof offeredBy>,
  status: OrderStatus,
  quantity: number,
  random: Random,
  purchased: number,
): Omit<Order, 'id'> {
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

/** Draws the instants of an order; half of the refunded orders had been delivered. */
function seedLife(status: OrderStatus, random: Random, purchased: number) {
  const done = purchased + random.between(60, 20 * HOUR_SECONDS);
  const completed = status === 'delivered' || (status === 'refunded' && random.once(2)) ? done : null;
  const refunded = status === 'refunded' ? done + random.between(60, 20 * HOUR_SECONDS) : null;
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
