import { isJsonObject, type Json } from '../../contract/json';
import type { PagedList } from '../../mapping/operation';
import { failure, type Result, success } from '../../translation/result';
import { hideAttributes } from '../hideAttributes';
import { unfit } from '../receive';
import type { Refusal } from '../refusal';
import type { Performed, Task } from '../task';
import type { Upstream } from '../upstream';
import { type Range, readRange } from './readRange';

/** Where a v1 page stands in its list. Past the end `to` is the total: clients go on until it is (observed). */
function metaOf(number: number, size: number, { items, total }: Range) {
  const before = Math.min((number - 1) * size, total);
  return {
    current_page: number,
    from: items.length === 0 ? null : before + 1,
    last_page: Math.max(1, Math.ceil(total / size)),
    per_page: size,
    to: total === 0 ? null : before + items.length,
    total,
  };
}

/** Puts a v1 page together from as many v2 pages as it takes, and translates every item. */
export async function assemblePage(
  upstream: Upstream,
  { operation, asked, errand }: Task,
  list: PagedList,
): Promise<Result<Performed, Refusal>> {
  const { number, size } = asked.page ?? { number: 1, size: list.most };
  const start = (number - 1) * size;
  const wanted = { list, start, end: start + size, size: Math.min(size, list.most) };
  const range = await readRange(upstream, errand, wanted);
  if (!range.ok) return range;
  const data: Json[] = [];
  for (const item of range.value.items) {
    const translated = operation.answer({ data: item });
    if (!translated.ok) return failure(unfit(translated.failure, 'GET'));
    const envelope = hideAttributes(translated.value['data'], asked.hidden);
    if (isJsonObject(envelope)) data.push(envelope);
  }
  const { headers } = range.value;
  return success({ headers, body: { data, meta: metaOf(number, size, range.value) } });
}
