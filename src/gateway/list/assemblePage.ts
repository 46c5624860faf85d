import type { Json } from '../../contract/json';
import type { Operation, PagedList } from '../../mapping/operation';
import type { Mismatch } from '../../translation/mismatch';
import { failure, type Result, success } from '../../translation/result';
import { writeJson } from '../../translation/writeJson';
import { unfit } from '../receive';
import type { Refusal } from '../refusal';
import type { Performed, Task } from '../task';
import type { Upstream } from '../upstream';
import { type Range, readRange } from './readRange';

/** What lists are read with. */
export interface ListParts {
  readonly upstream: Upstream;
  /** How many items the lists of callers had the last time, by the list and the caller's fingerprint. */
  readonly totals: {
    readonly get: (list: string) => number | undefined;
    readonly set: (list: string, total: number) => unknown;
  };
}

/** Where a v1 page stands in its list. Past the end `to` is the total: clients go on until it is (observed). */
function metaOf(number: number, size: number, { count, total }: Range<unknown>) {
  const before = Math.min((number - 1) * size, total);
  return {
    current_page: number,
    from: count === 0 ? null : before + 1,
    last_page: Math.max(1, Math.ceil(total / size)),
    per_page: size,
    to: total === 0 ? null : before + count,
    total,
  };
}

/**
 * The envelopes of several items, one after the other. `join` makes one text of them at once: as the dozens of pieces
 * that each was put together from, they would wait for the other pages, and the collector would copy every one.
 */
function printAll(
  items: readonly Json[],
  { answer }: Operation,
  hidden: readonly string[],
): Result<string, Mismatch> {
  const envelopes: string[] = [];
  for (const item of items) {
    const printed = answer.print({ data: item }, hidden);
    if (!printed.ok) return printed;
    envelopes.push(printed.value.data);
  }
  return success(envelopes.join(','));
}

/** Puts a v1 page together from as many v2 pages as it takes, and translates every item. */
export async function assemblePage(
  { upstream, totals }: ListParts,
  { operation, asked, errand }: Task,
  list: PagedList,
): Promise<Result<Performed, Refusal>> {
  const { number, size } = asked.page ?? { number: 1, size: list.most };
  const start = (number - 1) * size;
  const name = `${list.path} ${errand.caller.fingerprint}`;
  const range = await readRange(upstream, errand, {
    ...{ list, start, end: start + size, size: Math.min(size, list.most) },
    make: (items) => printAll(items, operation, asked.hidden),
    expected: totals.get(name) ?? 0,
  });
  if (!range.ok) return range;
  totals.set(name, range.value.total);
  let envelopes = '';
  for (const printed of range.value.made) {
    if (!printed.ok) return failure(unfit(printed.failure, 'GET'));
    envelopes += envelopes === '' || printed.value === '' ? printed.value : `,${printed.value}`;
  }
  const data = `[${envelopes}]`;
  const meta = writeJson(metaOf(number, size, range.value));
  const { headers } = range.value;
  return success({ headers, printed: { body: `{"data":${data},"meta":${meta}}`, data } });
}
