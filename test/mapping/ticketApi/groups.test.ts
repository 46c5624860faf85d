import { compileEffects } from '../../../src/mapping/explain/driftEffects.js';
import {
  expectTicketFault,
  playTicket,
  ticketApi,
  ticketGuide,
  ticketOpenApi,
  ticketLedger,
} from '../support/ticketApi.ts';

const data = {
  id: 7,
  name: 'Hall',
  street: 'Main Street 5',
  city: 'Bonn',
  level: 2,
  facts: {},
  labels: [],
  doors: [{ name: 'North', width_cents: 150 }],
};

const read = (changed: object) =>
  playTicket({ path: '/v1/towns/bonn/venues/7', v2: [{ body: { data: { ...data, ...changed } } }] });

const write = (method: string, body: object, v2: object = { status: 200, body: { data } }) =>
  playTicket({
    method,
    path: method === 'POST' ? '/v1/towns/bonn/venues' : '/v1/towns/bonn/venues/7',
    body,
    v2: [v2],
  });

const doors = [{ label: 'North', size: { width: 1.5 } }];

describe('an object of v1 whose members stand flat in v2', () => {
  it('is made of them, also inside another one and inside elements', async () => {
    const { status, json } = await read({});
    expect([status, json]).toEqual([
      200,
      {
        data: {
          id: '7',
          type: 'venues',
          attributes: {
            title: 'Hall',
            number: 7,
            facts: {},
            labels: [],
            address: { town: 'bonn', street: 'Main Street 5', city: 'Bonn', place: { floor: 2 } },
            doors,
          },
        },
      },
    ]);
  });

  it('is an object of nulls where v2 has none of them', async () => {
    expect((await read({ street: null, city: null })).json).toMatchObject({
      data: { attributes: { address: { street: null, city: null } } },
    });
  });

  it.each([
    ['level', { level: undefined }],
    ['doors[].width_cents', { doors: [{ name: 'North', width_cents: null }] }],
  ])('refuses an answer without %s, which it needs', async (path, changed) => {
    expect((await read(changed)).status).toBe(502);
    const venue = ticketApi().resources.find(({ name }) => name === 'venue');
    const made = venue?.answer.read({ data: { ...data, ...changed } });
    expect(made).toMatchObject({ ok: false, failure: { path: `data.${path}` } });
  });

  it('is sent flat, and only with what the client sent', async () => {
    const whole = { title: 'Hall', address: { street: null, city: 'Bonn', place: { floor: 3 } } };
    expect((await write('PATCH', whole)).sent[0]?.body).toEqual({
      name: 'Hall',
      street: null,
      city: 'Bonn',
      level: 3,
    });
    expect((await write('PATCH', { address: { city: 'Bonn' } })).sent[0]?.body).toEqual({ city: 'Bonn' });
  });

  it.each([{}, { address: null }, { address: { city: 'Berlin' } }])(
    'is sent with the default of a member: %j',
    async (given) => {
      const { sent } = await write(
        'POST',
        { title: 'Hall', doors, ...given },
        { status: 201, body: { data } },
      );
      expect(sent[0]?.body).toEqual({
        name: 'Hall',
        city: 'Berlin',
        doors: [{ name: 'North', width_cents: 150 }],
      });
    },
  );

  it('has its v1 names in the errors of both sides', async () => {
    const errors = { level: ['The level field is too high.'] };
    const { json } = await write(
      'PATCH',
      { address: { place: { floor: 9 } } },
      { status: 422, body: { errors } },
    );
    expect(json).toMatchObject({
      errors: { 'address.place.floor': ['The address.place.floor field is too high.'] },
    });
    const narrow = { title: 'Hall', doors, address: { city: 5 } };
    expect((await write('POST', narrow)).json).toMatchObject({
      errors: { 'address.city': ['The address.city field must be a string.'] },
    });
  });

  it('is looked for flat after a write that v2 has only accepted', async () => {
    const { status, headers } = await playTicket({
      method: 'PATCH',
      path: '/v1/towns/bonn/venues/7',
      body: { address: { city: 'Bonn' } },
      v2: [{ status: 202, body: { data: { id: 7 } } }, { body: { data } }],
    });
    expect([status, headers['x-lifeboat-ambiguous']]).toEqual([200, undefined]);
  });

  it('stands member by member in the ledger, the guide, the OpenAPI document and the effects of drift', () => {
    const ledger = ticketLedger('venue');
    expect(ledger?.attributes.map(({ attribute, source }) => `${attribute} <- ${source}`)).toEqual([
      'title <- name',
      'number <- {id}',
      'facts <- facts',
      'facts[].value <- facts[]',
      'labels <- labels',
      'labels[].name <- labels[]',
      'address.town <- {town}',
      'address.street <- street',
      'address.city <- city',
      'address.place.floor <- level',
      'doors <- doors',
      'doors[].label <- doors[].name',
      'doors[].size.width <- doors[].width_cents',
    ]);
    expect(ledger?.members.map(({ member, target }) => `${member} -> ${target}`)).toContain(
      'address.place.floor -> level',
    );
    expect(ticketGuide()).toMatch(/`address\.place\.floor`.*`level`/);
    expect(ticketOpenApi().components).toMatchObject({
      schemas: {
        VenueAttributes: {
          properties: {
            address: { properties: { street: { 'x-lifeboat': { source: 'street', codec: 'same' } } } },
          },
        },
      },
    });
    const venue = ticketApi().resources.find(({ name }) => name === 'venue');
    const effectAt = compileEffects(venue?.rules ?? []);
    expect([effectAt('street')(null), effectAt('level')('high'), effectAt('doors[]')(null)]).toEqual([
      'passed',
      'refused',
      'refused',
    ]);
  });
});

describe('a rule that picks without a source', () => {
  const group = 'around it in v2\n    pick:';
  it.each([
    [group, group.replace('pick', 'onNull: pass\n    pick'), 'onNull applies to nothing'],
    [group, group.replace('pick', 'default: null\n    pick'), 'the default applies to nothing'],
    [group, group.replace('pick', 'required: true\n    pick'), 'required applies to nothing'],
    ['{ floor: level }', '{ floor: levle }', 'v2 has no levle'],
    ['      city: { from: city, onNull: pass }\n', '', 'v1 attribute address.city has no rule'],
    ['title: name\n  number', 'title: { pick: { a: name } }\n  number', 'title cannot be picked together'],
    ['onNull: omit\n          pick', 'onNull: pass\n          pick', 'v2 does not take null here'],
    ['onNull: omit\n          pick', 'pick', 'a v1 client may send null here'],
    [
      'onNull: omit\n          pick',
      'onNull: omit\n          default: {}\n          pick',
      'defaults are for its members',
    ],
    [
      'city: { to: city, default: Berlin, class: synthesized, reason: v1 says that it is Berlin }',
      'city: city',
      'v2 requires city, and a v1 client may leave it out',
    ],
    ['city: city, place', 'city: street, place', 'street is fed by address.street already'],
    ['title: name\n        facts', 'title: {}\n        facts', 'to is missing'],
    [
      'v1: PATCH /v1/towns/{town}/venues/{id}',
      'v1: PUT /v1/towns/{town}/venues/{id}',
      'v2 keeps its floor when a client leaves it out',
    ],
  ])('is a fault with %s as %s', expectTicketFault);
});
