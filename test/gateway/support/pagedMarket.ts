import type { JsonObject } from '../../../src/contract/json.js';
import type { Upstream, UpstreamAnswer, UpstreamFault } from '../../../src/gateway/upstream.js';
import type { Result } from '../../../src/contract/result.js';
import { answers } from './answers.ts';
import { itemOffer } from './shippedGateway.ts';

export type Outcome = Result<UpstreamAnswer, UpstreamFault>;

interface Row {
  readonly id: number;
  readonly touched: number;
}

/** Numbers from 1 on. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
export const rowsTo = (count: number): Row[] => upTo(count).map((id) => ({ id, touched: 0 }));

type Before = (page: number, here: { stock: readonly Row[] }) => Outcome | Promise<unknown> | undefined;

/** A list that is paged and sorted as v2 does it, by the last update by default, and may change before every answer. */
export function market(stock: readonly Row[], hook: Before = () => undefined) {
  const here = { stock };
  const pages: number[] = [];
  const upstream: Upstream = async ({ path }) => {
    const query = new URL(path, 'http://market').searchParams;
    const [page, size] = [Number(query.get('page')), Number(query.get('per_page'))];
    pages.push(page);
    const instead = hook(page, here);
    if (instead !== undefined && 'ok' in instead) return instead;
    await instead;
    const rows = here.stock;
    const byId = query.get('sort') === 'id';
    const sorted = rows.toSorted((oneRow, otherRow) =>
      byId ? oneRow.id - otherRow.id : otherRow.touched - oneRow.touched,
    );
    const data = sorted.slice((page - 1) * size, page * size).map(({ id }) => itemOffer(id));
    const last = Math.max(1, Math.ceil(rows.length / size));
    const meta = { current_page: page, last_page: last, per_page: size, total: rows.length };
    return answers(200, { data, meta });
  };
  return { upstream, pages };
}

export const idsIn = (body: JsonObject): number[] =>
  (body['data'] as { id: string }[]).map(({ id }) => Number(id));
export const metaOf = (body: JsonObject) => body['meta'] as { to: number | null; total: number };
export const byNumber = (value: number, nextValue: number): number => value - nextValue;
