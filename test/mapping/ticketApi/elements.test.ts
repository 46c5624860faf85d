import {
  playTicket,
  expectTicketFault,
  ticketGuide,
  ticketOpenApi,
  ticketLedger,
} from '../support/ticketApi.ts';

const positions = [
  {
    name: 'Stage',
    cost: '12.50',
    begins_at: 1_705_314_600,
    place: { name: 'Hall', floor: 2 },
    supplier: 'hidden',
    tasks: [{ title: 'Build', minutes: 90 }],
  },
  {
    name: 'Light',
    begins_at: 1_705_314_660,
    cost: { amount: '3', currency: 'EUR', format: '', format_readable: '' },
    place: { name: 'Roof', floor: 9 },
    tasks: [],
  },
];
const data = {
  id: 7,
  title: 'Concert',
  positions,
  tariffs: {
    early: { amount: '20.00', remark: null, margin: 'hidden' },
    late: { amount: 25, remark: 'at the door' },
  },
};

const read = (changed: object) =>
  playTicket({ path: '/v1/tickets/7', v2: [{ body: { data: { ...data, ...changed } } }] });

describe('a list or map of objects whose members differ', () => {
  it('is made element by element, without undeclared members', async () => {
    const { status, json } = await read({});
    expect(status).toBe(200);
    expect(json).toEqual({
      data: {
        id: '7',
        type: 'tickets',
        attributes: {
          subject: 'Concert',
          lines: [
            {
              label: 'Stage',
              price: 12.5,
              begins: '2024-01-15T10:30:00Z',
              done: false,
              room: { name: 'Hall' },
              steps: [{ text: 'Build' }],
            },
            {
              label: 'Light',
              price: 3,
              begins: '2024-01-15T10:31:00Z',
              done: false,
              room: { name: 'Roof' },
              steps: [],
            },
          ],
          prices: { early: { gross: 20, note: null }, late: { gross: 25, note: 'at the door' } },
        },
      },
    });
  });

  it('is an empty map if PHP prints it as a list', async () => {
    const { json } = await read({ tariffs: [] });
    expect(json).toMatchObject({ data: { attributes: { prices: {} } } });
  });

  it.each([
    ['an element without its amount', { positions: [{ ...positions[0], cost: undefined }] }],
    ['an element that is none', { positions: [null] }],
    [
      'an amount in another currency',
      { tariffs: { early: { amount: { amount: 1, currency: 'USD' }, remark: null } } },
    ],
    ['no list at all', { positions: undefined }],
  ])('refuses an answer with %s, because money is never invented', async (_, changed) => {
    expect((await read(changed)).status).toBe(502);
  });

  it('is sent element by element, and errors of v2 come back in v1 names', async () => {
    const body = {
      lines: [{ label: 'Stage', room: { name: 'Hall' }, steps: [{ text: 'Build' }] }],
      notes: { seen: { words: 'twice' } },
    };
    const errors = {
      'positions.0.name': ['The positions.0.name field is too long.'],
      'positions.0.tasks.2.title': ['The positions.0.tasks.2.title field is odd.'],
      'remarks.seen.text': ['The remarks.seen.text field is odd.'],
    };
    const { status, json, sent } = await playTicket({
      method: 'PATCH',
      path: '/v1/tickets/7',
      body,
      v2: [{ status: 422, body: { message: 'The positions.0.name field is too long.', errors } }],
    });
    expect(sent[0]?.body).toEqual({
      positions: [{ name: 'Stage', place: { name: 'Hall' }, tasks: [{ title: 'Build' }] }],
      remarks: { seen: { text: 'twice' } },
    });
    expect(status).toBe(422);
    expect(json).toMatchObject({
      errors: {
        'lines.0.label': ['The lines.0.label field is too long.'],
        'lines.0.steps.2.text': ['The lines.0.steps.2.text field is odd.'],
        'notes.seen.words': ['The notes.seen.words field is odd.'],
      },
    });
  });

  it('refuses a request whose element lacks a member, by its v1 name', async () => {
    const { status, json, sent } = await playTicket({
      method: 'PATCH',
      path: '/v1/tickets/7',
      v2: [],
      body: { lines: [{ label: 'Stage', room: { name: 'Hall' }, steps: [{}] }] },
    });
    expect([status, sent]).toEqual([422, []]);
    expect(json).toMatchObject({
      errors: { 'lines.0.steps.0.text': ['The lines.0.steps.0.text field is required.'] },
    });
  });

  it('is listed in the ledger with each member', () => {
    const ledger = ticketLedger('ticket');
    const lines = ledger?.attributes.map(
      ({ attribute, source = 'nothing', class: loss }) => `${attribute} <- ${source}: ${loss}`,
    );
    expect(lines).toEqual([
      'subject <- title: exact',
      'lines <- positions: converted',
      'lines[].label <- positions[].name: exact',
      'lines[].price <- positions[].cost: converted',
      'lines[].begins <- positions[].begins_at: converted',
      'lines[].done <- nothing: synthesized',
      'lines[].room.name <- positions[].place.name: exact',
      'lines[].steps <- positions[].tasks: converted',
      'lines[].steps[].text <- positions[].tasks[].title: exact',
      'prices <- tariffs: converted',
      'prices[].gross <- tariffs[].amount: converted',
      'prices[].note <- tariffs[].remark: exact',
    ]);
    expect(ledger?.members.map(({ member, target }) => `${member} -> ${target}`)).toEqual([
      'subject -> title',
      'lines -> positions',
      'lines[].label -> positions[].name',
      'lines[].room.name -> positions[].place.name',
      'lines[].steps -> positions[].tasks',
      'lines[].steps[].text -> positions[].tasks[].title',
      'notes -> remarks',
      'notes[].words -> remarks[].text',
    ]);
  });
});

describe('the documents of the ticket API', () => {
  it('name each member of an element with its place in v2', () => {
    const guide = ticketGuide();
    expect(guide).toMatch(/`lines\[\]\.price`.*`positions\[\]\.cost`.*a number of EUR/);
    expect(guide).toMatch(/`notes\[\]\.words`.*`remarks\[\]\.text`/);
    const { components } = ticketOpenApi();
    expect(components).toMatchObject({
      schemas: {
        TicketAttributes: {
          properties: {
            lines: { items: { properties: { price: { 'x-lifeboat': { source: 'positions[].cost' } } } } },
            prices: {
              additionalProperties: {
                properties: { gross: { 'x-lifeboat': { source: 'tariffs[].amount' } } },
              },
            },
          },
        },
      },
    });
  });
});

describe('a rule for elements', () => {
  it.each([
    [
      'a member without a rule',
      '      label: name\n      price',
      '      price',
      'v1 attribute lines[].label has no rule',
      'add `label: ...`',
    ],
    [
      'a source inside a list',
      'subject: title',
      'subject: positions[].name',
      'from: leads into each element of a list, and a rule makes one value',
      'take the whole list, and its members under `each:`',
    ],
    [
      'a source that v2 has not',
      'label: name\n      price',
      'label: nam\n      price',
      'v2 has no positions[].nam',
      'did you mean "name"?',
    ],
    [
      'a v2 member that nothing reads',
      '  positions[].place.floor: v1 has no floors\n',
      '',
      'v2 field positions[].place.floor is neither used nor dropped',
      'use it in a rule, or add `positions[].place.floor: <reason>` to drops',
    ],
    [
      'a list where the other side has a map',
      'from: tariffs',
      'from: positions',
      'prices cannot be made element by element',
      '',
    ],
    [
      'a codec beside it',
      'from: tariffs',
      'from: tariffs\n    codec: text',
      'takes one of `codec`, `pick` (an object) and `each`',
      '',
    ],
    [
      'a request member without a rule',
      'label: name, room',
      'room',
      'v1 request field lines[].label has no rule',
      '',
    ],
    [
      'a target that v2 has not',
      'steps: { to: tasks,',
      'steps: { to: task,',
      'a v2 request has no positions[].task',
      'did you mean "tasks"?',
    ],
  ])('is a fault with %s', (_, ...fault) => expectTicketFault(...fault));
});
