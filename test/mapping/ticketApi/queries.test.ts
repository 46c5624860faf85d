import { successorLink } from '../../../src/gateway/routes.js';
import {
  playTicket,
  ticketApi,
  expectTicketFault,
  ticketGuide,
  ticketOpenApi,
  ticketLedger,
} from '../support/ticketApi.ts';

const comment = { body: { data: { id: 7, body: 'text' } } };
const page = {
  body: { data: [comment.body.data], meta: { current_page: 1, last_page: 1, per_page: 2, total: 1 } },
};

async function ask(path: string, v2: readonly object[] = []) {
  const { status, json, sent } = await playTicket({ path, v2 });
  return { status, json, calls: sent.map((call) => call.path) };
}

describe('the query of a request', () => {
  it('is sent to v2 under its own names, in its own words, with what goes along each time', async () => {
    const { status, calls } = await ask('/v1/comments/search?state=Shut&q=a%26b&q=c&colour=red&per_page=2', [
      page,
    ]);
    expect([status, calls]).toEqual([
      200,
      [
        '/v2/search/comments?page=1&per_page=2&status=archived&filter%5Btext%5D=a%26b&filter%5Btext%5D=c&include=author',
      ],
    ]);
  });

  it('is refused with each parameter that nobody knows, and each word, at once', async () => {
    const { status, json, calls } = await ask('/v1/comments/search?state=open&per_page=0&sort=id');
    expect([status, calls]).toEqual([422, []]);
    expect(json).toEqual({
      message: 'The per page field must be at least 1. (and 2 more errors)',
      errors: {
        per_page: ['The per page field must be at least 1.'],
        state: ['The selected state is invalid.'],
        sort: ['The sort field is prohibited.'],
      },
    });
  });

  it("is refused in the user's own pair if it has a parameter that the file does not name", async () => {
    const profile = 'name: Rooms\nv1: { errors: { message: title, fields: faults } }\nv2: {}\n';
    const { status, json, sent } = await playTicket({ path: '/v1/rooms/hall?version=1', profile, v2: [] });
    const message = 'The version field is prohibited.';
    expect([status, json, sent]).toEqual([422, { title: message, faults: { version: [message] } }, []]);
  });

  it("names each parameter of the user's own pair exactly as the client wrote it", async () => {
    const profile = 'name: Rooms\nv1: {}\nv2: {}\n';
    const path = '/v1/comments/search?per_page=0&os_authType=basic';
    const { json } = await playTicket({ path, profile, v2: [] });
    expect(json).toMatchObject({
      errors: {
        per_page: ['The per_page field must be at least 1.'],
        os_authType: ['The os_authType field is prohibited.'],
      },
    });
  });

  it('passes what nobody knows, or leaves it out, as the file says', async () => {
    const passed = await ask('/v1/comments/7?locale=de&x=1&y=%C3%BC', [comment]);
    expect(passed).toMatchObject({
      status: 200,
      calls: ['/v2/comments/7?lang=de&x=1&y=%C3%BC&include=author'],
    });
    const dropped = await ask('/v1/old-comments/7?locale=de&__proto__=1', [comment]);
    expect(dropped).toMatchObject({ status: 200, calls: ['/v2/comments/7?include=author'] });
  });

  it('is refused by a list as by a single read where v2 does not take what the client asked for', async () => {
    const refused = async (path: string, status: number, body: object) => ask(path, [{ status, body }]);
    const title = { title: 'wrong' };
    expect(await refused('/v1/comments/search?q=x', 400, title)).toMatchObject({ status: 400 });
    const errors = { search: ['The search is too short.'] };
    expect(await refused('/v1/comments/search?q=x', 422, { message: 'Wrong.', errors })).toMatchObject({
      status: 422,
      json: { errors },
    });
    expect(await refused('/v1/new-comments?cursor=v2.x', 400, title)).toMatchObject({ status: 400 });
    expect(await refused('/v1/new-comments', 400, title)).toMatchObject({ status: 502 });
  });

  it('is a part of the link to the call of v2, as far as it always goes with it', () => {
    const { operations } = ticketApi();
    const search = operations.find(({ v1 }) => v1.template === '/v1/comments/search');
    expect(search && successorLink(search, {})).toBe(
      '</v2/search/comments?include=author>; rel="successor-version"',
    );
  });

  it('stands in the ledger, in the guide and in the OpenAPI document', () => {
    const ledger = ticketLedger('comment');
    expect(
      ledger?.members.map(({ member, target, class: loss }) => `${member} -> ${target}: ${loss}`),
    ).toEqual([
      '?q -> ?search: exact',
      '?q -> ?search: exact',
      '?state -> ?status: converted',
      '?q -> ?filter[text]: exact',
      '?locale -> ?lang: exact',
    ]);
    expect(ledger?.losses).toMatchObject([{ member: '?colour', reason: 'v2 has no colours' }]);
    const guide = ticketGuide();
    expect(guide).toMatch(/`\?state`.*`\?status`.*`Shut` is `archived`/);
    expect(guide).toMatch(/`\?colour`.*v2 has no colours/);
    expect(guide).toContain('`GET /v2/search/comments?include=author`');
    expect(guide).toMatch(
      /The page after the first is asked for by `\?page=2&per_page=\d+.*` in place of `page`/,
    );
    expect(guide).toMatch(
      /asked for by `\?\w+=NEXT&.*` in place of .* NEXT is `meta\.next` of the page before/,
    );
    const { paths } = ticketOpenApi();
    expect(paths['/v1/comments/search']?.['get']?.parameters.slice(2)).toMatchObject([
      { name: 'state', in: 'query', schema: { enum: ['Open', 'Shut'] } },
      { name: 'q', in: 'query', schema: { type: 'string' } },
    ]);
  });
});

describe('a query in a mapping file', () => {
  it.each([
    ["q: 'filter[text]' }", "per_page: 'filter[text]' }", 'per_page is read already'],
    ["q: 'filter[text]' }", 'q: status }', 'status is sent already'],
    ["q: 'filter[text]' }", 'q: per_page }', 'per_page is sent already', 'hint: name it once'],
    ['include: author }\n      drops', 'status: author }\n      drops', 'status is sent already'],
    ['colour: v2', 'state: v2', 'state is read already'],
    [
      'sends: { include: author }, others: drop',
      'others: drop',
      'it says what is done without it',
      'hint: delete it',
    ],
    ['others: refuse', 'others: ignore', 'others'],
    ['      others: refuse\n', '', 'others is missing'],
    ['takes: { state', 'take: { state', 'did you mean "takes"?'],
  ])('is a fault with %s as %s', expectTicketFault);
});

describe('a member of a body that the contract does not have', () => {
  it("is refused in the user's own pair, because a success would hide that it is lost", async () => {
    const { status, json, sent } = await playTicket({
      method: 'POST',
      path: '/v1/rooms',
      body: { label: 'Hall', fee: '12.50', wall_colour: 'red' },
      profile: 'name: Rooms\nv1: {}\nv2: {}\n',
      v2: [],
    });
    const message = 'The wall_colour field is prohibited.';
    expect([status, json, sent]).toEqual([422, { message, errors: { wall_colour: [message] } }, []]);
  });
});
