import { barePages, listOf, page, read } from '../support/commentPages.ts';
import { expectTicketFault, playTicket, ticketOpenApi } from '../support/ticketApi.ts';

describe('pages by the items before them', () => {
  it('are read for pages by number', async () => {
    const {
      ids: shownText,
      meta,
      calls,
    } = await read('/v1/comments?page=2&per_page=4', [
      page(3, 6, { total: 8, offset: 3 }),
      page(6, 8, { total: 8 }),
    ]);
    expect(calls).toEqual(['/v2/comments?skip=3&take=3&sort=id', '/v2/comments?skip=6&take=3&sort=id']);
    expect(shownText).toBe('5,6,7,8');
    expect(meta).toEqual({ current_page: 2, from: 5, last_page: 2, per_page: 4, to: 8, total: 8 });
  });

  it.each([
    ['begins elsewhere', page(0, 3, { total: 8, offset: 0 })],
    ['holds fewer items than it counts', page(3, 5, { total: 8 })],
    ['names a next one and is not full', page(3, 5, { next: 'more' })],
  ])('make no answer of one that %s', async (_, wrong) => {
    expect((await read('/v1/comments?page=2&per_page=3', [wrong])).status).toBe(502);
  });

  it('are counted page by page where v2 does not say how many items there are', async () => {
    const { meta, ids: shownText } = await read('/v1/comments?page=1&per_page=2', [
      ...[page(0, 2), page(2, 4), page(4, 6), page(6, 8), page(8, 8)],
    ]);
    expect([shownText, meta]).toEqual(['1,2', expect.objectContaining({ total: 8, last_page: 4 })]);
  });
});

describe('items of one id', () => {
  const twins = [...listOf(0, 1), ...listOf(0, 1)];

  it('are both shown where they stand on one page', async () => {
    const { status, ids: shownText } = await read('/v1/comments', [
      { body: { data: twins, meta: { total: 2 } } },
    ]);
    expect([status, shownText]).toEqual([200, '1,1']);
  });
});

describe('pages that name the next one', () => {
  it('are walked for pages by the items before them', async () => {
    const {
      ids: shownText,
      meta,
      calls,
    } = await read('/v1/recent-comments?offset=2&limit=3', [
      page(0, 3, { next: 'b' }),
      page(3, 6, { next: 'https://v2.example/recent-comments?take=3&after=c%2Fd' }),
      page(6, 8),
    ]);
    expect(calls).toEqual([
      '/v2/recent-comments?take=3',
      '/v2/recent-comments?after=b&take=3',
      '/v2/recent-comments?after=c%2Fd&take=3',
    ]);
    expect(shownText).toBe('3,4,5');
    expect(meta).toMatchObject({ offset: 2, total: 8, from: 3, to: 5 });
  });

  it('are walked no further than needed where v2 counts', async () => {
    const { calls } = await read('/v1/recent-comments?limit=3', [page(0, 3, { next: 'b', total: 8 })]);
    expect(calls).toHaveLength(1);
  });

  it('are walked no further than needed where v1 does not say how long the list is', async () => {
    const profile = "name: Tickets\nv1: { paging: { total: '', last_page: '' } }\nv2: {}";
    const {
      meta,
      calls,
      ids: shownText,
    } = await read('/v1/recent-comments?offset=2&limit=1', [page(0, 3, { next: 'b' })], profile);
    expect([calls, shownText]).toEqual([['/v2/recent-comments?take=3'], '3']);
    expect(meta).toEqual({ current_page: 3, from: 3, per_page: 1, to: 3, offset: 2 });
  });

  it('make no answer of a list with too many of them', async () => {
    const pages = Array.from({ length: 201 }, (_, at) => ({
      body: { data: [{ id: at, body: '' }], meta: { next: `p${at}` } },
    }));
    expect((await read('/v1/recent-comments', pages)).status).toBe(502);
  });

  it.each([
    ['name themselves', 503, [page(0, 2, { next: 'b' }), page(2, 4, { next: 'b' })]],
    ['show an item twice', 503, [page(0, 2, { next: 'b' }), page(1, 3)]],
    ['fail', 502, [page(0, 2, { next: 'b' }), { status: 500, body: {} }]],
    ['name the next one in another form', 502, [page(0, 2, { next: { after: 'b' } })]],
  ])('make no answer when they %s', async (_, status, v2) => {
    expect((await read('/v1/recent-comments?offset=2&limit=2', v2)).status).toBe(status);
  });

  it('may show two items of one id, which are no change of the list', async () => {
    const twins = { body: { data: [...listOf(0, 1), ...listOf(0, 1)], meta: {} } };
    const { status, ids: shownText } = await read('/v1/recent-comments?limit=2', [twins]);
    expect([status, shownText]).toEqual([200, '1,1']);
  });

  it('are passed by their names where v1 goes by them, too', async () => {
    const firstAnswer = await read('/v1/new-comments?limit=5', [
      page(0, 3, { next: 'b' }),
      page(3, 5, { next: 'c' }),
    ]);
    expect(firstAnswer).toMatchObject({ ids: '1,2,3,4,5', meta: { per_page: 5, next: 'v2.c' } });
    expect(firstAnswer.calls).toEqual(['/v2/new-comments?take=3', '/v2/new-comments?after=b&take=2']);
    const last = await read('/v1/new-comments?cursor=v2.c', [page(5, 6)]);
    expect(last).toMatchObject({ ids: '6', meta: { per_page: 2, next: null } });
    expect(last.calls).toEqual(['/v2/new-comments?after=c&take=2']);
  });
});

describe('pages whose size nobody asks for', () => {
  it('make pages of another size where they have numbers', async () => {
    const read2 = await read('/v1/archived-comments?page=2', [
      page(0, 3),
      page(3, 6),
      page(6, 7),
      page(7, 7),
    ]);
    expect(read2).toMatchObject({ ids: '3,4', meta: { current_page: 2, per_page: 2, total: 7 } });
    expect(read2.calls[0]).toBe('/v2/archived-comments?number=1');
  });

  it('are those of v1 where both APIs name the next one', async () => {
    const first = await read('/v1/flagged-comments', [page(0, 4, { next: 'b' })]);
    expect(first).toMatchObject({ ids: '1,2,3,4', meta: { next: 'v2.b' }, calls: ['/v2/flagged-comments'] });
    const last = await read('/v1/flagged-comments?cursor=v2.b', [page(4, 5)]);
    expect(last).toMatchObject({ ids: '5', meta: { next: null }, calls: ['/v2/flagged-comments?after=b'] });
  });
});

describe('pages that v1 names', () => {
  it('are the numbers of items before them where v2 has no names', async () => {
    const firstAnswer = await read('/v1/bots/comments', [page(0, 2, { total: 3 })]);
    expect(firstAnswer).toMatchObject({ ids: '1,2', meta: { next: 'v2.2' } });
    const last = await read('/v1/bots/comments?cursor=v2.2', [page(2, 3, { total: 3 })]);
    expect(last).toMatchObject({
      ids: '3',
      meta: { next: null },
      calls: ['/v2/bots/comments?number=2&take=2'],
    });
    expect((await read('/v1/bots/comments?cursor=v2.two', [])).status).toBe(422);
    expect((await read('/v1/bots/comments?cursor=2', [])).status).toBe(422);
  });

  it('stand in `Link`, and are read there', async () => {
    const link = '<https://v2.example/comments?skip=2>; rel="next", <https://v2.example/x>; rel="last"';
    const {
      status,
      ids: shownText,
      link: told,
    } = await read(
      '/v1/new-comments?limit=2',
      [{ body: listOf(0, 2), headers: { Link: link.replace('skip=2', 'after=b') } }],
      barePages,
    );
    expect([status, shownText]).toEqual([200, '1,2']);
    expect(told).toContain(
      '</v2/new-comments>; rel="successor-version", </v1/new-comments?limit=2&cursor=v2.b>; rel="next"',
    );
  });

  it('name the address of the next page where the profile says, and the last one names none', async () => {
    const profile =
      'name: Tickets\nv1: { prefix: /old, list: results, paging: { next: _links.next } }\nv2: {}\n';
    const last = (asked: string, size: number) =>
      playTicket({
        path: `/old${asked}`,
        profile,
        v2: [page(0, 3, { offset: 0, per_page: 3, current_page: 1, total: size })],
      });
    const byNumber = await last('/comments/search?per_page=3&q=x', 8);
    expect(byNumber.json).toMatchObject({ _links: { next: '/old/comments/search?per_page=3&q=x&page=2' } });
    expect((await last('/comments?per_page=3', 3)).json).not.toHaveProperty('_links');
    const byOffset = await playTicket({
      path: '/old/recent-comments?limit=2',
      profile,
      v2: [page(0, 2, { per_page: 2, current_page: 1, total: 3, next: 'b' })],
    });
    expect(byOffset.json).toMatchObject({ _links: { next: '/old/recent-comments?limit=2&offset=2' } });
  });

  it.each([
    ['/v1/comments?per_page=3', { offset: 0, per_page: 3, current_page: 1 }, 3, 2],
    ['/v1/recent-comments?limit=2', { per_page: 2, current_page: 1, next: 'b' }, 2, 2],
    ['/v1/new-comments?limit=2', { next: '70' }, 2, 9_000_000_000_000_070],
    ['/v1/new-comments?limit=2', { next: '0070' }, 2, 'v2.0070'],
    ['/v1/new-comments?limit=2', { next: '7300000000000' }, 2, 'v2.7300000000000'],
    ['/v1/new-comments?limit=2', { next: 'b7' }, 2, 'v2.b7'],
  ])(
    'say where the profile wants it that a page follows, and where it begins: %s',
    async (path, meta, length, start) => {
      const profile = 'name: Tickets\nv1: { nextPage: { more: pages.more, number: pages.start } }\nv2: {}\n';
      const first = await playTicket({ path, profile, v2: [page(0, length, { ...meta, total: 8 })] });
      expect(first.json).toMatchObject({ pages: { more: true, start } });
      const last = await playTicket({
        path,
        profile,
        v2: [page(0, length, { ...meta, total: length, next: null })],
      });
      expect(last.json).toMatchObject({ pages: { more: false } });
      expect(last.json).not.toHaveProperty('pages.start');
    },
  );
});

describe('a list in a mapping file', () => {
  it.each([
    [
      'v1: { whole: true }',
      'v1: { whole: true, most: 9 }',
      'takes `size` and `most` together; without both each page has `usual` items',
    ],
    ['v2: { whole: true,', 'v2: { whole: true, most: 9,', 'takes `most` beside each but `whole`'],
    ['size: take, most: 3,', 'size: take,', 'takes `most` beside each but `whole`'],
    ['offset: skip, size: take', 'size: take', 'takes one of `page`, `offset`, `cursor` and `whole`'],
    ['offset: skip', 'offset: skip, page: number', 'takes one of `page`, `offset`, `cursor` and `whole`'],
    ['silent: true', 'silent: false', 'silent'],
    [
      'v1: { cursor: cursor, usual: 3 }',
      'v1: { cursor: cursor, size: limit, usual: 3, most: 7 }',
      'each page of v1 is one of v2, and v2 takes no size',
    ],
    ['silent: true', 'silnt: true', 'did you mean "silent"?'],
  ])('is a fault with %s as %s', expectTicketFault);

  it('shows how its pages are asked for in the OpenAPI document', () => {
    const { paths } = ticketOpenApi();
    const parametersOf = (path: string) => paths[path]?.['get']?.parameters;
    expect(parametersOf('/v1/recent-comments')).toMatchObject([
      { name: 'offset', schema: { type: 'integer', minimum: 0, default: 0 } },
      { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 7, default: 2 } },
    ]);
    expect(parametersOf('/v1/new-comments')?.[0]).toEqual({
      name: 'cursor',
      in: 'query',
      schema: { type: 'string' },
    });
  });
});
