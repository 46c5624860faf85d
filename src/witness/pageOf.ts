import type { Json } from '../contract/json';

/** Which page of a v2 list, from 1, and the most items on it. */
export interface Place {
  readonly number: number;
  readonly size: number;
}

/** The last page of a v2 list, as v2 answers with it; pages before it are full. */
export function pageOf(items: readonly Json[], { number, size }: Place): Json {
  const before = (number - 1) * size;
  const total = before + items.length;
  const meta = {
    current_page: number,
    from: before + 1,
    last_page: number,
    per_page: size,
    to: total,
    total,
  };
  return { data: [...items], meta };
}
