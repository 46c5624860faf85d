import { page, read } from '../support/commentPages.ts';

describe('a list below another resource', () => {
  it('is read at the path of that resource, every page of it', async () => {
    const { ids: shownText, calls } = await read('/v1/tickets/7/comments?page=2&per_page=4', [
      page(3, 6, { current_page: 2, per_page: 3, total: 8 }),
      page(6, 8, { current_page: 3, per_page: 3, total: 8 }),
    ]);
    expect(calls).toEqual([
      '/v2/issues/7/comments?page=2&per_page=3',
      '/v2/issues/7/comments?page=3&per_page=3',
    ]);
    expect(shownText).toBe('5,6,7,8');
  });

  it('is walked from page to page there, with the query of the client', async () => {
    const {
      ids: shownText,
      calls,
      status,
    } = await read('/v1/threads/a%20b/comments?offset=1&limit=3&q=x', [
      page(0, 3, { next: 'b' }),
      page(3, 4),
    ]);
    expect(calls).toEqual([
      '/v2/threads/a%20b/comments?take=3&search=x',
      '/v2/threads/a%20b/comments?after=b&take=3&search=x',
    ]);
    expect(status).toBe(200);
    expect(shownText).toBe('2,3,4');
  });

  it.each([
    ['is empty past its end', 200, page(0, 2, { current_page: 1, per_page: 2, total: 2 })],
    ['is missing where it should go on', 404, page(0, 2, { current_page: 1, per_page: 2, total: 20 })],
    ['is missing where v2 has no first page of it', 404, { status: 404, body: {} }],
    ['fails where its first page does', 502, { status: 500, body: {} }],
  ])('%s, where v2 answers a later page with 404: %i', async (_, status, first) => {
    const past = await read('/v1/tickets/7/comments?page=9&per_page=2', [{ status: 404, body: {} }, first]);
    expect(past.status).toBe(status);
    expect(past.calls).toEqual([9, 1].map((number) => `/v2/issues/7/comments?page=${number}&per_page=2`));
    if (status === 200) expect(past).toMatchObject({ ids: '', meta: { total: 2, from: null, to: 2 } });
  });

  it('is missing when that resource is', async () => {
    const { status } = await read('/v1/tickets/7/comments', [{ status: 404, body: {} }]);
    expect(status).toBe(404);
  });

  it('has another length for each of them', async () => {
    const [short, long] = await Promise.all(
      [2, 8].map((total) =>
        read(`/v1/tickets/${total}/comments?page=1&per_page=2`, [
          page(0, 2, { current_page: 1, per_page: 2, total }),
        ]),
      ),
    );
    expect([short?.meta, long?.meta]).toMatchObject([{ total: 2 }, { total: 8 }]);
  });
});
