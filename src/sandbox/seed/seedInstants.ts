import type { Random } from './random';

const DAY = 86_400;

/** The instants of an offer's life, in order, all before `until` (Unix seconds). */
export function seedInstants(random: Random, until: number) {
  const created = until - random.between(30 * DAY, 400 * DAY);
  const listed = created + random.between(60, 10 * DAY);
  const sold = listed + random.between(60, 10 * DAY);
  return {
    created_at: created,
    listed_at: listed,
    sold_at: sold,
    updated_at: sold + random.between(0, 9 * DAY),
  };
}
