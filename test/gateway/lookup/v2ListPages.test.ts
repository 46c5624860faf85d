import type { Json } from '../../../src/contract/json.js';
import { readListPage } from '../../../src/gateway/lookup/v2ListPages.js';

const meta = { current_page: 2, last_page: 3, per_page: 2, total: 5, from: 3, to: 4, path: '/x' };
const page = (data: Json, more: Record<string, Json> = {}): Json => ({ data, meta: { ...meta, ...more } });

describe('readListPage', () => {
  it.each([
    ['the last page', page([5], { current_page: 3 }), 3],
    ['an empty list', page([], { current_page: 1, last_page: 1, total: 0 }), 1],
    ['an empty list without a page', page([], { current_page: 1, last_page: 0, total: 0 }), 1],
    ['a page past a list that has become shorter', page([], { current_page: 4 }), 4],
  ])('reads %s', (_name, body, askedCount) => {
    expect(readListPage(body, askedCount).ok).toBe(true);
  });

  it('takes a page that is not full for the last page of a list without a count', () => {
    const meta = { current_page: 2, per_page: 2 };
    expect(readListPage({ data: [3], meta }, 2)).toMatchObject({ ok: true, value: { last: 2, total: 3 } });
    expect(readListPage({ data: [], meta }, 2)).toMatchObject({ ok: true, value: { last: 2, total: 2 } });
    const short = { data: [3], meta: { ...meta, last_page: 3 } };
    expect(readListPage(short, 2)).toMatchObject({ ok: false, failure: { path: 'data' } });
  });

  it.each([
    ['says nothing', {}, true],
    ['is page 1 of 1', { current_page: 1, last_page: 1, per_page: 50, total: 2 }, true],
    ['counts more items', { total: 3 }, false],
    ['is the first of several pages', { last_page: 2 }, false],
    ['is a later page', { current_page: 2 }, false],
    ['names a next page', { next: '/x?page=2' }, false],
    ['names a next page in a form that cannot be read', { next: { page: 2 } }, false],
    ['says that no page follows', { next: false }, true],
  ])('takes an answer for a whole list unless it is a part: one that %s', (_name, meta, isWhole) => {
    const silent = { style: 'whole', size: 10_000 } as const;
    expect(readListPage({ data: [1, 2], meta }, 1, silent).ok).toBe(isWhole);
  });

  it.each([
    ['', null],
    ['', []],
    ['data', { meta }],
    ['data', page({})],
    ['meta', { data: [1, 2] }],
    ['meta', { data: [1, 2], meta: [] }],
    ['meta.total', page([1, 2], { total: 'many' })],
    ['meta.total', page([1, 2], { total: -1 })],
    ['meta.per_page', page([1, 2], { per_page: 0 })],
    ['meta.last_page', page([1, 2], { last_page: 1.5 })],
    ['meta.current_page', page([1, 2], { current_page: 1 })],
    ['meta.last_page', page([1, 2], { last_page: 2 })],
    ['data', page([1])],
    ['data', page([])],
    ['data', page([1, 2, 3])],
    ['data', page([], { current_page: 3 })],
  ])('names the place of a fault: %s', (path, body) => {
    const askedPage = path === 'data' && JSON.stringify(body).includes('"current_page":3') ? 3 : 2;
    expect(readListPage(body, askedPage)).toMatchObject({ ok: false, failure: { path } });
  });
});
