import { barePages, listOf, page, read } from '../support/commentPages.ts';
import { playTicket, ticketGuide, ticketOpenApi } from '../support/ticketApi.ts';

describe('a list without pages', () => {
  const all = { data: listOf(0, 5) };

  it('is read once for a page of v1', async () => {
    const read2 = await read('/v1/pinned-comments?page=2', [{ body: all }]);
    expect(read2).toMatchObject({ status: 200, ids: '3,4', calls: ['/v2/pinned-comments'] });
    expect(read2.meta).toEqual({ current_page: 2, from: 3, last_page: 3, per_page: 2, to: 4, total: 5 });
    const past = await read('/v1/pinned-comments?page=9', [{ body: all }]);
    expect(past).toMatchObject({ status: 200, ids: '', meta: { from: null, total: 5 } });
  });

  it('has all items of all pages of v2', async () => {
    const {
      status,
      meta,
      ids: shownText,
      calls,
    } = await read('/v1/own-comments', [
      page(0, 3, { current_page: 1, per_page: 3, total: 5 }),
      page(3, 5, { current_page: 2, per_page: 3, total: 5 }),
    ]);
    expect([status, shownText, meta]).toEqual([200, '1,2,3,4,5', undefined]);
    expect(calls).toEqual([1, 2].map((number) => `/v2/own-comments?page=${number}&per_page=3&sort=id`));
  });

  it('is the whole body where the pair writes it so, and takes its query along', async () => {
    const played = await playTicket({
      path: '/v1/comments/7/replies?q=x',
      profile: barePages,
      v2: [{ body: all.data }],
    });
    expect(played.json).toEqual(
      all.data.map(({ id, body }) => ({
        id: String(id),
        type: 'comments',
        attributes: { text: body },
      })),
    );
    expect(played.sent.map((call) => call.path)).toEqual(['/v2/comments/7/replies?search=x']);
  });

  it.each([
    ['names a next page', { ...all, meta: { next: 'b' } }],
    ['counts more items than it has', { ...all, meta: { total: 6 } }],
  ])('makes no answer of one that %s', async (_, body) => {
    expect((await read('/v1/pinned-comments', [{ body }])).status).toBe(502);
  });

  it('makes no answer of more items than v1 can show at once', async () => {
    const counted = await read('/v1/own-comments', [
      page(0, 3, { current_page: 1, per_page: 3, total: 10_001 }),
    ]);
    expect(counted).toMatchObject({ status: 502, calls: ['/v2/own-comments?page=1&per_page=3&sort=id'] });
  });

  it('stands in the documents without a word of pages', () => {
    const { paths, components } = ticketOpenApi();
    const own = paths['/v1/own-comments']?.['get'];
    expect(own?.parameters).toEqual([]);
    expect(own?.responses['200']).toMatchObject({ description: 'All comments.' });
    expect(Object.keys(components.schemas['ListOwnCommentsAnswer']?.properties ?? {})).toEqual(['data']);
    const guide = ticketGuide();
    expect(guide).toContain('v2 answers with the whole list at once.');
  });
});
