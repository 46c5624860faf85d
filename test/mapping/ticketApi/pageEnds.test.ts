import { page, read } from '../support/commentPages.ts';
import { playTicket } from '../support/ticketApi.ts';

describe('the last page that no other follows', () => {
  const last = async (v1: string) => {
    const profile = `name: Tickets\nv1: ${v1}\nv2: {}\n`;
    return (await playTicket({ path: '/v1/new-comments', profile, v2: [page(0, 2)] })).json;
  };

  it('has nothing in the place where others name the next one, and no object around it', async () => {
    expect(await last("{ paging: { next: paging.next.after, per_page: '' } }")).not.toHaveProperty('paging');
    expect(await last('{ paging: { next: page.after, per_page: page.size } }')).toMatchObject({
      page: { size: 2 },
    });
    expect(await last('{ paging: { next: page.after, per_page: page.size } }')).not.toHaveProperty(
      'page.after',
    );
  });

  it('has a null there where the profile says that v1 has one', async () => {
    const profile = '{ paging: { next: paging.next }, nextPage: { last: null } }';
    expect(await last(profile)).toMatchObject({ paging: { next: null } });
  });
});

describe('a page with more items than were asked for', () => {
  it.each([
    ['of a list by cursors in both', '/v1/new-comments?limit=1', { next: '4' }],
    ['of a list by a cursor', '/v1/recent-comments?limit=1', {}],
    ['of a list by numbers', '/v1/comments?per_page=1', { offset: 0 }],
  ])('%s makes no answer, as the rest would be lost', async (_, path, meta) => {
    expect(await read(path, [page(0, 3, meta)])).toMatchObject({ status: 502, calls: { length: 1 } });
  });
});
