import { expectTicketFault, ticketApiFaults } from '../support/ticketApi.ts';

const NEEDS =
  'an index needs a list of v2 by page number that says `current_page` and `per_page`; without one leave the operation to v1';

/** A lookup of comments by their text, by an index over a list. */
const indexed = (list: string, page: string) => `indexes:
  text: { v2: GET ${list}, page: ${page}, query: {}, changed: none, id: id, key: body, prefer: {}, evidence: { path: spec, success: spec } }
operations:
  findComment:
    v1: GET /v1/comments/by-text/{text}
    parameters: { text: text }
    v2: GET /v2/comments/{id}
    path: { id: { index: text, by: text } }
    success: 200
    evidence: { path: spec, parameters: spec, success: spec }
`;
const OPERATIONS = 'operations:\n  listComments: #';
const put = (list: string, page: string) => `${indexed(list, page)}  listComments: #`;

describe('an index', () => {
  it('is no fault over a list by page number', () => {
    expect(ticketApiFaults(OPERATIONS, put('/v2/search/comments', 'page'))).toEqual([]);
  });

  it.each([
    ['/v2/recent-comments', 'after', 'listRecentComments reads GET /v2/recent-comments by cursor'],
    ['/v2/comments', 'skip', 'listComments reads GET /v2/comments by offset'],
    ['/v2/pinned-comments', 'page', 'listPinnedComments reads GET /v2/pinned-comments by whole'],
  ])('is a fault over %s, which goes in another way', (list, page, text) => {
    expectTicketFault(OPERATIONS, put(list, page), text, `page: ${page}`, NEEDS);
  });

  it('is a fault where v2 does not say which page it answers with', () => {
    const profile = "name: Tickets\nv1: {}\nv2: { paging: { current_page: '', per_page: '' } }";
    const faults = ticketApiFaults(OPERATIONS, put('/v2/search/comments', 'page'), profile).join('\n');
    for (const name of ['current_page', 'per_page'])
      expect(faults).toContain(
        `the index text reads /v2/search/comments page by page, and ${name} is not said of a page`,
      );
    expect(faults).toContain(NEEDS);
  });
});
