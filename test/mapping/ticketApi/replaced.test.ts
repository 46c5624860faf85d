import { hall, playTicket, expectTicketFault, ticketApiFaults, ticketOpenApi } from '../support/ticketApi.ts';

const room = (ref: string) => ({ data: { ...hall, ref, state: 'cleaned' } });
const shownTicket = (id: string) => ({
  data: {
    id,
    type: 'rooms',
    attributes: {
      label: 'Hall',
      seats: 80,
      fee: 12.5,
      state: 'free',
      bookable: false,
      quiet: 1,
      shut: false,
    },
  },
});

describe('a resource whose id is text', () => {
  it('is read by its id, whatever characters that has', async () => {
    const { status, json, sent } = await playTicket({
      path: '/v1/rooms/a%20b%C3%BC',
      v2: [{ body: room('a bü') }],
    });
    expect([status, json]).toEqual([200, shownTicket('a bü')]);
    expect(sent[0]?.path).toBe('/v2/rooms/a%20b%C3%BC');
  });

  it('is refused if v2 answers with another id, or with an empty one', async () => {
    const answers = await Promise.all(
      ['another', ''].map((ref) => playTicket({ path: '/v1/rooms/hall', v2: [{ body: room(ref) }] })),
    );
    expect(answers.map(({ status }) => status)).toEqual([502, 502]);
  });

  it('is not looked for where v1 has another route', async () => {
    const { status, sent } = await playTicket({ path: '/v1/rooms/free', v2: [{ body: room('free') }] });
    expect([status, sent]).toEqual([404, []]);
    expectTicketFault(
      'except: { room: [free] }',
      'except: { hall: [free] }',
      'there is no path parameter {hall} for this',
    );
  });

  it('is found by its id after a creation that v2 has only acknowledged', async () => {
    const { status, json, sent } = await playTicket({
      method: 'POST',
      path: '/v1/rooms',
      body: { label: 'Hall', fee: '12.50' },
      v2: [{ status: 202, body: { data: { ref: 'a/b' } } }, { body: room('a/b') }],
    });
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v2/rooms',
      'GET /v2/rooms/a%2Fb',
    ]);
    expect([status, json]).toEqual([201, shownTicket('a/b')]);
  });
});

describe('a PUT', () => {
  it('replaces the whole resource: defaults replace the members that the client left out', async () => {
    const { status, json, sent } = await playTicket({
      method: 'PUT',
      path: '/v1/rooms/hall',
      body: { label: 'Hall', fee: '12.50' },
      v2: [{ body: room('hall') }],
    });
    expect([status, json]).toEqual([200, shownTicket('hall')]);
    expect(sent[0]).toMatchObject({
      method: 'PUT',
      path: '/v2/rooms/hall',
      body: { name: 'Hall', capacity: 1, fee_cents: 1250, locked: false },
    });
  });

  it.each([
    ['PUT', '/v1/rooms/hall/sign'],
    ['POST', '/v1/rooms/hall'],
  ])(
    'sends only what the client sent if it is partial in v1, as may be a POST: %s %s',
    async (method, path) => {
      const { json, sent } = await playTicket({
        method,
        path,
        body: { label: 'Hall' },
        v2: [{ body: room('hall') }],
      });
      expect(sent[0]).toMatchObject({ method: 'PATCH', path: '/v2/rooms/hall', body: { name: 'Hall' } });
      expect(json).toEqual(shownTicket('hall'));
    },
  );

  it.each([
    ['v2: PATCH /v2/rooms/{room}', 'v2: PUT /v2/rooms/{room}', 'no POST or PUT becomes a PATCH here'],
    ['v2: PATCH /v2/rooms/{room} #', 'v2: PUT /v2/rooms/{room} #', 'no POST or PUT becomes a PATCH here'],
    ['seats: capacity }', 'seats: { to: capacity, default: 1, class: guessed, reason: x } }', 'default'],
  ])('is a fault if it is partial with %j as %j', (from, to, message) => {
    expectTicketFault(from, to, message, '^');
  });

  it('or a POST is a fault if v2 would keep the members that the client left out', () => {
    expectTicketFault(
      'body: *part',
      'body:\n      contract: { v1: roomRename, v2: roomRename }\n      fields: { label: name, seats: capacity }\n      mirrors: { label: label, seats: seats }',
      'v2 keeps its seats when a client leaves it out',
      '`partial: true`',
    );
    expectTicketFault(
      'v2: PUT /v2/rooms/{room}\n    success: 200\n    evidence: { path: spec, parameters: spec, success: spec }\n    body: *body',
      'v2: PATCH /v2/rooms/{room}\n    success: 200\n    evidence: { path: spec, parameters: spec, success: spec }\n    body:\n      contract: { v1: roomWrite, v2: roomWrite }\n      fields: { label: name, fee: { to: fee_cents, codec: minorUnits(2) }, seats: capacity, bookable: { to: locked, codec: { words: { true: false, false: true } } } }\n      mirrors: { label: label, fee: fee, seats: seats, bookable: bookable }',
      'v1 replaces the whole resource, and v2 keeps its seats when a client leaves it out',
      'hint: add a `default` with its class and reason, call a PUT of v2, or say `partial: true` if v1 keeps it too',
    );
  });
});

describe('a success of 204', () => {
  it.each([
    ['DELETE', '/v1/rooms/hall', { status: 204 }],
    ['DELETE', '/v1/rooms/hall', { status: 200, body: { message: 'Gone.' } }],
    ['PUT', '/v1/rooms/hall/closed', { status: 204 }],
  ])('answers %s %s without a body', async (method, path, answer) => {
    const { status, body, headers } = await playTicket({ method, path, v2: [answer] });
    expect([status, body]).toEqual([204, '']);
    expect(headers).not.toHaveProperty('content-type');
    expect(headers).not.toHaveProperty('content-length');
  });

  it('is not sent if v2 refuses', async () => {
    const { status, json } = await playTicket({
      method: 'DELETE',
      path: '/v1/rooms/hall',
      v2: [{ status: 404, body: {} }],
    });
    expect([status, json]).toEqual([404, { message: 'Resource not found.' }]);
  });

  it('is a fault in a mapping with an answer', () => {
    expectTicketFault(
      'v2: DELETE /v2/rooms/{room}\n',
      'v2: DELETE /v2/rooms/{room}\n    message: Done.\n',
      'v1 answers 204 without a body, so message applies to nothing',
    );
  });

  it('has no content in the OpenAPI document of v1', () => {
    const { paths } = ticketOpenApi();
    expect(paths['/v1/rooms/{room}']?.['delete']?.responses['204']).not.toHaveProperty('content');
    expect(paths['/v1/rooms/{room}']?.['put']?.responses['200']).toHaveProperty('content');
  });
});

describe('a deletion that v1 answers with a body', () => {
  const route = 'v2: DELETE /v2/rooms/{room}\n    success: 204';
  const written = 'v2: DELETE /v2/rooms/{room}\n    success: 200';

  it('is a fault if nothing says which one', () => {
    expectTicketFault(route, written, 'deleteRoom:', 'v1 answers 200 with a body', '`success: 204`');
  });

  it('is no fault with a message, which is answered where v2 shows no resource', () => {
    expect(ticketApiFaults(route, `${written}\n    message: The room is gone.`)).toEqual([]);
  });

  it('is no fault if it deletes a part of a resource, which can be read afterwards', () => {
    const partRoute = written.replace('{room}', '{room}/sign');
    expect(ticketApiFaults(route, partRoute)).toEqual([]);
  });
});

describe('a body that v2 would not get', () => {
  const profile = 'name: Tickets\nv1: {}\nv2: {}\n';
  it.each([
    ['without a body in its mapping', 'PUT', '/v1/rooms/hall/closed', { reason: 'painters' }],
    ['whose body is an object', 'PATCH', '/v1/tickets/1', [{ name: 'title', value: 'Lamp' }]],
  ])('is refused by an operation %s', async (_name, method, path, body) => {
    const { status, json, sent } = await playTicket({ method, path, profile, body, v2: [] });
    expect([status, json, sent]).toMatchObject([422, { errors: { body: [expect.any(String)] } }, []]);
  });

  it.each([[{}], [[]], [null]])('may be empty: %j', async (body) => {
    const path = '/v1/rooms/hall/closed';
    const { status, sent } = await playTicket({ method: 'PUT', path, profile, body, v2: [{ status: 204 }] });
    expect([status, sent]).toMatchObject([204, [{ path: '/v2/rooms/hall/closed' }]]);
  });
});

describe('a codec in a mapping', () => {
  it('converts minor units by moving the point, and refuses too many decimals', async () => {
    const body = { label: 'Hall', fee: 12.505 };
    const { status, json, sent } = await playTicket({ method: 'PUT', path: '/v1/rooms/hall', body, v2: [] });
    expect([status, sent]).toEqual([422, []]);
    expect(json).toMatchObject({ errors: { fee: ['The fee field must have 0-2 decimal places.'] } });
  });

  it('converts a value of a table back to the kind that v2 has', async () => {
    const body = { label: 'Hall', fee: 12.5, seats: 80, bookable: false };
    const { json, sent } = await playTicket({
      method: 'PUT',
      path: '/v1/rooms/hall',
      body,
      v2: [{ body: room('hall') }],
    });
    expect(sent[0]).toMatchObject({ body: { locked: true } });
    expect(json).toEqual(shownTicket('hall'));
  });

  it('refuses a word for which its table has no number', async () => {
    const { data } = room('hall');
    const body = { data: { ...data, noise: 'deafening' } };
    const { status } = await playTicket({ path: '/v1/rooms/hall', v2: [{ body }] });
    expect(status).toBe(502);
  });

  it.each([
    ['codec: minorUnits(2) } #', 'codec: minorUnits } #', 'codec minorUnits takes the number of decimals'],
    [
      'from: fee_cents, codec: minorUnits(2)',
      'from: name, codec: minorUnits(2)',
      'does not join v2 text and v1 number',
    ],
    [
      'cleaned: free',
      'cleaned: clean',
      'codec merged takes a table in which several v2 words are one v1 word',
    ],
    ['low: 1, high: 0', 'low: 1, high: none', 'codec words takes a one-to-one table'],
    [', drift: fail } # a new word', ' } # a new word', 'v2 may send other words', '`drift: fail`'],
    ['{ low: 1, high: 0 }', '{ low: 1 }', 'v2 may send high, and codec words has no word for it'],
    [
      'to: locked\n          codec: { words: { true: false, false: true } }',
      'to: locked\n          codec: { words: { true: false } }',
      'v1 may send true, and codec words has no word for it',
    ],
    ['{ low: 1, high: 0 }', '{ low: true, high: false }', 'does not join v2 text and v1 integer'],
    [
      'from: locked, codec: { words: { true',
      'from: locked, codec: { words: { 1',
      'does not join v2 boolean and v1 boolean',
    ],
    [
      '    class: guessed\n    reason: v1 does not say whether a free room is clean\n',
      '',
      'state is not simply read from v2, so it needs a class and a reason',
    ],
  ])('is a fault with %s as %s', expectTicketFault);
});
