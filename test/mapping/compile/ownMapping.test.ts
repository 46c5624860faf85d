import type { Json } from '../../../src/contract/json.js';
import { playFixture } from '../../../src/proof/fixturesPlay.js';
import type { Fixture } from '../../../src/mapping/yaml/fixtureFile.js';
import type { MappingEdit } from '../../../src/proof/mutants/mutant.js';
import { playExchange } from '../support/playExchange.ts';
import { put, ticketFaults, ticketMappings } from '../support/ticketMapping.ts';

/** Tickets whose id has another name than `id`. */
const numbered: readonly MappingEdit[] = [
  put('contract.adds.v2.ticket.id'),
  put('contract.adds.v2.ticket.ticket_no', 'integer'),
  put('envelope.id', 'ticket_no'),
];

const list = put('operations.listTickets', {
  v1: 'GET /v1/tickets',
  v2: 'GET /v2/tickets',
  success: 200,
  list: {
    v1: { page: 'page', size: 'per_page', usual: 2, most: 2 },
    v2: { page: 'page', size: 'per_page', most: 1, query: {} },
  },
  evidence: { path: 'assumed', parameters: 'assumed', success: 'assumed' },
});

const ticket = (number: number) => ({ ticket_no: number, title: 'Rack', price: '1', parts: [], values: {} });

/** The answer to a request when v2 answers each with this body. */
const answerTo = (method: string, path: string, body: (path: string) => Json) =>
  playExchange(ticketMappings(...numbered, list), {
    method,
    path,
    ...(method === 'GET' ? {} : { body: { title: 'Rack' } }),
    v2: (asked) => ({ body: body(asked) }),
  });

describe('a resource whose id has another name', () => {
  it.each(['GET', 'PATCH'])(
    'is answered to %s if it is the requested one, and refused otherwise',
    async (method) => {
      const own = await answerTo(method, '/v1/tickets/1', () => ({ data: ticket(1) }));
      expect(own).toMatchObject({ status: 200, json: { data: { id: '1' } } });
      const foreign = await answerTo(method, '/v1/tickets/1', () => ({ data: ticket(1001) }));
      expect(foreign.status).toBe(502);
    },
  );

  it('is noticed on two pages of a list', async () => {
    const pages = (second: number) => (path: string) => {
      const page = Number(new URLSearchParams(path.split('?')[1]).get('page'));
      const meta = { current_page: page, last_page: 2, per_page: 1, total: 2 };
      return { data: [ticket(page === 1 ? 1 : second)], meta };
    };
    expect((await answerTo('GET', '/v1/tickets', pages(2))).status).toBe(200);
    expect((await answerTo('GET', '/v1/tickets', pages(1))).status).toBe(503);
  });
});

describe('an object that v2 requires, written member by member', () => {
  const written = (...lines: readonly (readonly [name: string, to: string, v1?: Json])[]) => [
    put('contract.adds.v2.ticketPatch.properties', { fields: { name: 'text', size: 'integer' } }),
    ...lines.flatMap(([name, to, v1]) => [
      put(`contract.adds.v1.ticketUpdate.${name}`, v1 ?? { name: 'text', size: 'integer' }[name]),
      put(`operations.updateTicket.body.fields.${name}`, to),
      put(`operations.updateTicket.body.unmirrored.${name}`, 'never shown'),
    ]),
  ];

  it('is sent with all that the lines write into it', () => {
    const mappings = ticketMappings(...written(['name', 'properties.name'], ['size', 'properties.size']));
    const update = mappings.operations.find(({ name }) => name === 'updateTicket');
    expect(update?.body?.({ name: 'Lamp', size: 2 })).toMatchObject({
      value: { json: { properties: { name: 'Lamp', size: 2 } } },
    });
    expect(update?.body?.({ name: 'Lamp' })).toMatchObject({ ok: false });
  });

  it('is a fault of the member that is missing, or that a client may leave out', () => {
    expect(ticketFaults(...written(['name', 'properties.name']))).toEqual([
      'target-unfed: v2 requires properties.size, and nothing feeds it',
    ]);
    const size = { type: 'integer', optional: true };
    const faults = ticketFaults(...written(['name', 'properties.name'], ['size', 'properties.size', size]));
    expect(faults).toEqual([
      'absent-unhandled: v2 requires properties.size, and a v1 client may leave it out',
    ]);
  });

  it('is no fault beside that of the line which should write it', () => {
    expect(ticketFaults(...written(['name', 'properties.nam'], ['size', 'properties.size']))).toEqual([
      'target-unknown: a v2 request has no properties.nam',
    ]);
  });
});

describe('a null of v2 in an object that is picked together', () => {
  const owner = (v1: Json, phone: Json) => [
    put('contract.adds.v1.ticket.owner', { fields: { name: 'text', phone: v1 } }),
    put('contract.adds.v2.ticket.owner', {
      fields: { name: 'text', phone: { type: 'text', nullable: true } },
    }),
    put('attributes.owner', { from: 'owner', pick: { name: 'name', phone } }),
  ];
  const optional = { type: 'text', optional: true };
  const omitted = { from: 'phone', onNull: 'omit' };

  it.each([
    [null, { name: 'Ada' }],
    ['7', { name: 'Ada', phone: '7' }],
  ])('leaves the member out with `onNull: omit`, and no other value: %j', (phone, shown) => {
    const { answer } = ticketMappings(...owner(optional, omitted)).operations[0] ?? {};
    const data = {
      id: 7,
      title: 'Rack',
      price: '1.50',
      values: {},
      parts: [],
      owner: { name: 'Ada', phone },
    };
    expect(answer?.read({ data })).toMatchObject({
      ok: true,
      value: { data: { attributes: { owner: shown } } },
    });
    expect(answer?.read({ data })).not.toHaveProperty('value.data.attributes.owner.phone', null);
  });

  it('is a fault where v1 always has the member, and a hint where it need not', () => {
    expect(ticketFaults(...owner('text', omitted))).toEqual([
      'policy-violates-contract: v1 does not allow owner.phone to be absent',
    ]);
    expect(ticketFaults(...owner(optional, 'phone'))).toEqual([
      'null-unhandled: the source of owner.phone may be null',
    ]);
  });
});

describe('a deletion that v1 answers with a message', () => {
  it('is answered with it where v2 says nothing, and nothing can be read any more', async () => {
    const { operations } = ticketMappings(
      put('operations.deleteTicket', {
        v1: 'DELETE /v1/tickets/{id}',
        parameters: { id: 'integer' },
        v2: 'DELETE /v2/tickets/{id}',
        success: 200,
        message: 'The ticket is gone.',
        evidence: { path: 'assumed', parameters: 'assumed', success: 'assumed' },
      }),
    );
    const path = '/v2/tickets/7';
    const fixture: Fixture = {
      name: 'deletes',
      operation: 'deleteTicket',
      resource: 'ticket',
      place: 'fixtures/ticket.yaml:1',
      request: { method: 'DELETE', path: '/v1/tickets/7' },
      upstream: [
        { sends: { method: 'DELETE', path }, answers: { status: 204, body: '' } },
        { sends: { method: 'GET', path }, answers: { status: 404, body: {} } },
      ],
      gets: { status: 200, body: { message: 'The ticket is gone.' } },
    };
    expect(await playFixture(fixture, operations)).toEqual([]);
  });
});

describe('a change of a resource without an id in its path', () => {
  it('is read back at the same path when v2 answers it without a body', () => {
    const alone = (name: string, method: string) => [
      put(`operations.${name}.v1`, `${method} /v1/ticket`),
      put(`operations.${name}.v2`, `${method} /v2/ticket`),
      put(`operations.${name}.parameters`),
    ];
    const mappings = ticketMappings(...alone('getTicket', 'GET'), ...alone('updateTicket', 'PATCH'));
    const update = mappings.operations.find(({ name }) => name === 'updateTicket');
    expect(update?.v2.resource?.({}, undefined)).toBe('/v2/ticket');
  });
});

describe('the decimals of a number that does not come as text', () => {
  const price = { type: 'number', decimals: 2, optional: true };
  const written = (v1: Json) => [
    put('contract.adds.v1.ticketUpdate.price', v1),
    put('contract.adds.v2.ticketPatch.price', price),
    put('operations.updateTicket.body.fields.price', 'price'),
    put('operations.updateTicket.body.mirrors.price', 'price'),
  ];

  it('let its mirror pass, and refuse a request with more decimals', () => {
    const update = ticketMappings(...written(price)).operations.find(({ name }) => name === 'updateTicket');
    expect(update?.body?.({ price: 1.25 })).toMatchObject({ ok: true });
    expect(update?.body?.({ price: 1.255 })).toMatchObject({
      failure: { errors: { price: ['The price field must have 0-2 decimal places.'] } },
    });
  });

  it('are a fault if the mirror shows fewer than the request takes', () => {
    expect(ticketFaults(...written({ type: 'number', optional: true }))).toEqual([
      'mirror-broken: what a client writes to price it does not read back in price',
    ]);
  });
});

describe('a blank text in a request', () => {
  const update = (title: Json) =>
    ticketMappings(put('contract.adds.v1.ticketUpdate.title', title)).operations.find(
      ({ name }) => name === 'updateTicket',
    );

  it('counts as not given, and is a text where v1 says that it may be empty', () => {
    expect(update('text')?.body?.({ title: '' })).toMatchObject({
      failure: { errors: { title: ['The title field is required.'] } },
    });
    const emptied = update({ type: 'text', minimum: 0 });
    expect(emptied?.body?.({ title: '' })).toMatchObject({ value: { json: { title: '' } } });
    expect(emptied?.body?.({ title: null })).toMatchObject({ ok: false });
  });
});

describe('a fixture of an operation that its resource does not have', () => {
  it('fails and names the operation and the resource', async () => {
    const fixture: Fixture = {
      name: 'reads',
      operation: 'getTicket',
      resource: 'account',
      place: 'fixtures/account.yaml:1',
      request: { method: 'GET', path: '/v1/tickets/7' },
      upstream: [],
      gets: { status: 200, body: {} },
    };
    const [difference] = await playFixture(fixture, ticketMappings().operations);
    expect(difference).toMatchObject({ expected: 'getTicket of account', got: 'not mapped' });
  });
});
