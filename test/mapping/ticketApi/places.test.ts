import {
  hall,
  playTicket,
  ticketApi,
  ticketApiFaults,
  ticketGuide,
  ticketOpenApi,
} from '../support/ticketApi.ts';

const PLACES =
  'comment: comments, contact: contacts, incident: incidents, room: rooms, ticket: tickets, venue: venues, visit: visits';

/** A pair in which each resource stands under its own name, and v1 says beside it that all went well. */
const profile = `
name: Tickets
v1:
  one: { comment: comment, contact: contact, incident: incident, room: room, ticket: ticket, venue: venue, visit: visit }
  list: { ${PLACES} }
  attributes: ''
  beside: { success: true }
  paging: { current_page: page, from: '', last_page: '', per_page: '', to: '', total: count, offset: '' }
v2:
  one: { comment: comment, contact: contact, incident: incident, project: '', room: room, ticket: '', user: user, venue: venue, visit: visit }
  list: { ${PLACES} }
`;

describe('the guide of a pair', () => {
  it('says where names stand in each API, and has no heading without rows', () => {
    const text = ticketGuide(profile);
    expect(text).toContain('Names stand below `room` in v1 and below `room` in v2.');
    expect(text).toContain('Names stand below `ticket` in v1 and in v2 at the top of a resource.');
    expect(text).not.toContain('For every operation');
  });
});

const meta = { current_page: 1, per_page: 2, total: 0 };

describe('a resource with a place of its own', () => {
  it('is found there in v2, and stands there in v1', async () => {
    const body = { room: { ...hall, locked: false } };
    const { status, json } = await playTicket({ path: '/v1/rooms/hall', profile, v2: [{ body }] });
    expect([status, json]).toEqual([
      200,
      {
        success: true,
        room: { label: 'Hall', seats: 80, fee: 12.5, state: 'free', bookable: true, quiet: 1, shut: false },
      },
    ]);
  });

  it('is read at its own place where the answer shows another resource beside it', async () => {
    const contact = { id: 5, name: 'Ada' };
    const rooms = [{ ...hall, ref: 'other' }];
    const { status, json } = await playTicket({
      path: '/v1/comments',
      profile,
      v2: [{ body: { rooms, contact, comments: [], meta } }],
    });
    expect([status, json]).toEqual([200, { success: true, comments: [], page: 1, count: 0 }]);
    const beside = await playTicket({ path: '/v1/rooms/hall', profile, v2: [{ body: { contact, rooms } }] });
    expect(beside.status).toBe(502);
  });

  it('is read at the place of its contract in the answer of a further call', async () => {
    const answers: Readonly<Record<string, object>> = {
      '/v2/incidents/7': { incident: { id: 7, title: 'Leak', owner_id: 31, reporter_id: 8 } },
      '/v2/projects/north': { ref: 'north', label: 'North', user: { name: 'nobody' } },
      '/v2/users/31': { user: { id: 31, name: 'Ada', email: 'ada@example.org' } },
    };
    const path = '/v1/projects/north/incidents/7';
    const { json } = await playTicket({ path, profile, v2: (asked) => ({ body: answers[asked] }) });
    expect(json).toMatchObject({ incident: { project: 'North', owner: { name: 'Ada' } } });
  });

  it('is listed at the place of its lists, even if there is none', async () => {
    const { json } = await playTicket({
      path: '/v1/comments',
      profile,
      v2: [{ body: { comments: [], meta } }],
    });
    expect(json).toEqual({ success: true, comments: [], page: 1, count: 0 });
  });

  it('is refused where it stands at the place of another', async () => {
    const { status } = await playTicket({
      path: '/v1/rooms/hall',
      profile,
      v2: [{ body: { ticket: hall } }],
    });
    expect(status).toBe(502);
  });

  it('stands there in the OpenAPI document of v1', () => {
    const { components } = ticketOpenApi(profile);
    expect(components.schemas).toMatchObject({
      RoomAnswer: { properties: { success: { const: true }, room: {} } },
      ListCommentsAnswer: { properties: { success: { const: true }, comments: { type: 'array' } } },
    });
  });

  it.each([
    ['room: rooms', 'rom: rooms', /api\.yaml.*there is no resource rom\n.*\n.*\^.*\n.*did you mean "room"/],
    [', visit: visit }\n  list', ' }\n  list', /nothing says where visit stands\n.*\n.*\^.*\n.*add `visit/],
    ['comment: comments', 'other: comments', /nothing says where comment stands/],
    ['contact: contacts', 'contact: positions', /a ticket has a list positions itself, at the same place/],
  ])('is a fault with %j as %j', (from, to, message) => {
    expect(() => ticketApi(undefined, undefined, profile.replaceAll(from, to))).toThrow(message);
  });
});

describe('a member beside a resource', () => {
  const beside = (one: string, member: string) =>
    `name: Tickets\nv1: { one: '${one}', attributes: '', beside: { ${member}: { base: x } } }\nv2: {}`;

  it('is a fault where a resource is the whole answer and has that member itself', () => {
    expect(ticketApiFaults('', '', beside('', 'lines')).join('\n')).toContain(
      'lines would stand beside each ticket, which has a member lines itself',
    );
  });

  it.each([
    ['a resource has a place of its own', 'item', 'lines'],
    ['no resource has it', '', 'links'],
  ])('stays where %s', (_, one, member) => {
    expect(ticketApiFaults('', '', beside(one, member))).toEqual([]);
  });
});
