import type { Json } from '../../../src/contract/json';
import { readListPage } from '../../../src/gateway/lookup/v2ListPages';

const meta = { current_page: 2, last_page: 3, per_page: 2, total: 5, from: 3, to: 4, path: '/x' };
const page = (data: Json, more: Record<string, Json> = {}): Json => ({ data, meta: { ...meta, ...more } });

describe('readListPage', () => {
  it('reads a page as observed', () => {
    expect(readListPage(page([1, 2]), 2)).toEqual({
      ok: true,
      value: { number: 2, last: 3, total: 5, size: 2, items: [1, 2] },
    });
  });

  it.each([
    ['the last page', page([5], { current_page: 3 }), 3],
    ['an empty list', page([], { current_page: 1, last_page: 1, total: 0 }), 1],
    ['an empty list without a page', page([], { current_page: 1, last_page: 0, total: 0 }), 1],
    ['a page past a list that has become shorter', page([], { current_page: 4 }), 4],
  ])('reads %s', (_name, body, asked) => {
    expect(readListPage(body, asked).ok).toBe(true);
  });

  it.each([
    ['', null],
    ['', []],
    ['data', { meta }],
    ['data', page({})],
    ['meta', { data: [1, 2] }],
    ['meta', { data: [1, 2], meta: [] }],
    ['meta.total', page([1, 2], { total: '5' })],
    ['meta.total', page([1, 2], { total: -1 })],
    ['meta.per_page', page([1, 2], { per_page: 0 })],
    ['meta.last_page', page([1, 2], { last_page: 1.5 })],
    ['meta.current_page', page([1, 2], { current_page: 1 })],
    ['meta.last_page', page([1, 2], { last_page: 2 })],
    ['data', page([1])],
    ['data', page([])],
    ['data', page([1, 2, 3])],
    ['data', page([], { current_page: 3 })],
  ])('says where it is wrong: %s', (path, body) => {
    const asked = path === 'data' && JSON.stringify(body).includes('"current_page":3') ? 3 : 2;
    expect(readListPage(body, asked)).toMatchObject({ ok: false, failure: { path } });
  });
});
