import { z } from 'zod';
import type { Json } from '../../contract/json';
import { Mismatch } from '../../translation/mismatch';
import { failure, type Result, success } from '../../translation/result';

/** One page of a v2 list. */
export interface ListPage {
  /** Counted from 1. */
  readonly number: number;
  /** Number of the last page. */
  readonly last: number;
  /** Items in the whole list. */
  readonly total: number;
  /** Most items on a page. */
  readonly size: number;
  readonly items: readonly Json[];
}

/** The envelope as observed; the spec shows no list. */
const envelope = z.object({
  // Whatever JSON: `z.array` would make a list anew, item by item.
  data: z.custom<readonly Json[]>(Array.isArray),
  meta: z.object({
    current_page: z.int().min(1),
    last_page: z.int().min(0),
    per_page: z.int().min(1),
    total: z.int().min(0),
  }),
});

/** How many items a page must hold by its own account. */
const due = ({ number, size, total }: ListPage) => Math.min(size, Math.max(0, total - (number - 1) * size));

/**
 * Reads a page of a v2 list. A page that contradicts itself is a mismatch: taken for whole, it could make the index
 * say of an existing login that there is none.
 */
export function readListPage(body: Json, asked: number): Result<ListPage, Mismatch> {
  const parsed = envelope.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return failure(new Mismatch(issue?.path.join('.') ?? '', 'list page'));
  }
  const { data, meta } = parsed.data;
  const { current_page: number, last_page: last, total, per_page: size } = meta;
  const page = { number, last, total, size, items: data };
  if (number !== asked) return failure(new Mismatch('meta.current_page', 'the page asked for'));
  if (last * size < total) return failure(new Mismatch('meta.last_page', 'enough for meta.total'));
  if (data.length !== due(page)) return failure(new Mismatch('data', 'as many items as meta tells'));
  return success(page);
}
