import type { Field, Notation } from '../../../src/contract/field.js';
import type { Json } from '../../../src/contract/json.js';
import { formOf, promisedForms } from '../../../src/contract/valueForms.js';
import { playTicket, expectTicketFault, ticketGuide, ticketOpenApi } from '../support/ticketApi.ts';
import { put, ticketFaults, ticketMappings } from '../support/ticketMapping.ts';

const data = {
  id: 7,
  begins_at: '2024-01-15T11:30:00.250+01:00',
  ends_at: 1_705_314_600_999,
  booked_at: 'Mon, 15 Jan 2024 10:30:00 +0000',
  seen_at: 1_705_314_600,
  changed_at: '2024-01-15T10:30:00.999999Z',
  made_at: '2024-01-15T12:30:00+02:00',
  closed_at: '2024-01-15 10:30:00',
};

const shown = {
  begins: 1_705_314_600_250,
  ends: '2024-01-15T10:30:00Z',
  booked: 1_705_314_600,
  seen: 'Mon, 15 Jan 2024 10:30:00 +0000',
  changed: '2024-01-15T10:30:00Z',
  made: '2024-01-15 10:30:00',
  closed: 1_705_314_600,
};

const create = (body: object) =>
  playTicket({ method: 'POST', path: '/v1/visits', body, v2: [{ status: 201, body: { data } }] });

describe('an instant that each API writes in another notation', () => {
  it.each<[string, object, object]>([
    ['is the same instant', {}, {}],
    ['is null if v2 has none', { ends_at: null }, { ends: null }],
    ['has no zone of its own', { booked_at: '15 Jan 2024 19:30:00 +0900' }, {}],
    ['takes the name of the zone', { booked_at: 'Mon, 15 Jan 2024 10:30:00 GMT' }, {}],
    ['is null with a zone that is none', { booked_at: 'Mon, 15 Jan 2024 10:30:00 +2460' }, { booked: null }],
    ['is null in a year of two digits', { booked_at: '15 Jan 0024 10:30:00 GMT' }, { booked: null }],
    ['is null if v1 has no number for it', { booked_at: '31 Dec 9999 23:59:59 GMT' }, { booked: null }],
    [
      'is text up to the year 9999',
      { changed_at: '9999-12-31T23:59:59.000000Z' },
      { changed: '9999-12-31T23:59:59Z' },
    ],
    ['is null after it', { changed_at: '9999-12-31T23:59:59.000000-01:00' }, { changed: null }],
    [
      'is null where a database would name no such second',
      { closed_at: '2024-02-30 10:30:00' },
      { closed: null },
    ],
    ['is null between notations', { closed_at: '2024-01-15T10:30:00' }, { closed: null }],
    ['is null without a zone', { changed_at: '2024-01-15T10:30:00.000000' }, { changed: null }],
    ['is null on a day that no month has', { changed_at: '2024-02-30T10:30:00Z' }, { changed: null }],
    [
      'is null in another notation',
      { begins_at: 1_705_314_600, seen_at: 1e12 },
      { begins: null, seen: null },
    ],
  ])('%s', async (_, changed, expected) => {
    const { status, json } = await playTicket({
      path: '/v1/visits/7',
      v2: [{ body: { data: { ...data, ...changed } } }],
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ data: { attributes: { ...shown, ...expected } } });
  });

  it('is sent in the notation of v2', async () => {
    const { status, sent } = await create({ begins: 1_705_314_600_250, ends: '2024-01-15T11:30:00+01:00' });
    expect(status).toBe(201);
    expect(sent[0]?.body).toEqual({ begins_at: '2024-01-15T10:30:00.250Z', ends_at: 1_705_314_600_000 });
  });

  it('is refused in the words of v1 where it is none', async () => {
    const { status, json, sent } = await create({ begins: 'soon', ends: '2024-01-15' });
    expect([status, sent]).toEqual([422, []]);
    expect(json).toMatchObject({
      errors: {
        begins: ['The begins field must be a valid date.'],
        ends: ['The ends field must be a valid date.'],
      },
    });
  });

  it('stands in the guide and in the OpenAPI document with both notations', () => {
    const guide = ticketGuide();
    expect(guide).toMatch(
      /`begins`.*Unix milliseconds.*ISO 8601 text in UTC, such as `2024-01-15T10:30:00.000Z`/,
    );
    expect(guide).toMatch(/`seen`.*RFC 2822 text in UTC, such as `Mon, 15 Jan 2024 10:30:00 \+0000`/);
    expect(ticketOpenApi().components).toMatchObject({
      schemas: {
        VisitAttributes: {
          properties: {
            begins: { type: 'integer', description: 'Unix milliseconds.' },
            seen: { type: 'string', description: 'RFC 2822 text.' },
          },
        },
      },
    });
  });
});

describe('a rule for an instant', () => {
  it.each([
    [
      "booked_at, codec: 'date(rfc2822, unix)'",
      "booked_at, codec: 'date(iso, unix)'",
      'these do: date(rfc2822, unix)',
    ],
    [
      "seen_at, codec: 'date(unix, rfc2822)'",
      "seen_at, codec: 'date(unix)'",
      'codec date takes nothing, or the notations of v2 and of v1',
    ],
    ["seen_at, codec: 'date(unix, rfc2822)'", 'seen_at', 'these do: date(unix, rfc2822)'],
    [
      "'date(isoMicroseconds, iso)', class: guessed, reason: v1 shows whole seconds",
      "'date(isoMicroseconds, iso)'",
      'changed is not simply read from v2',
    ],
    ['changed: instant(iso)', 'changed: instant(is)', 'instant(notation)'],
  ])('is a fault with %s as %s', expectTicketFault);
});

/** The seconds, milliseconds and texts of one instant, and what is none. */
const written = [
  1_705_314_600,
  1_705_314_600_000,
  '2024-01-15T10:30:00Z',
  '2024-01-15T10:30:00.000Z',
  '2024-01-15T10:30:00',
  'soon',
];

describe('an instant that both APIs write in one notation', () => {
  const inBoth = (notation: Notation) =>
    ['v1', 'v2'].map((side) => put(`contract.adds.${side}.ticket.at`, `instant(${notation})`));

  it.each<[Notation, Json]>([
    ['unix', 1_705_314_600],
    ['unixMilliseconds', 1_705_314_600_000],
    ['iso', '2024-01-15T10:30:00Z'],
    ['isoMilliseconds', '2024-01-15T10:30:00.000Z'],
  ])('is shown in %s, and is a finding in any other form', (notation, exact) => {
    const { resources } = ticketMappings(...inBoth(notation), put('attributes.at', 'at'));
    const data = { id: 7, title: 'Hall', price: '1', parts: [], values: {} };
    const field: Field = { kind: 'instant', notation, nullable: false, optional: false, secret: false };
    const zoned = ['2024-01-15T11:30:00+01:00', '2024-01-15T11:30:00.000+01:00'];
    const fine = '2024-01-15T10:30:00.000999Z';
    // A number of another unit, and a text without a zone, could be another instant.
    const isInstant = (at: Json): boolean =>
      typeof exact === 'string' && /\d(?:Z|\+01:00)"$/.test(JSON.stringify(at));
    for (const at of [...written, ...zoned, fine])
      expect([at, resources[0]?.answer.read({ data: { ...data, at } })]).toMatchObject([
        at,
        { ok: true, value: { data: { attributes: { at: at === exact || isInstant(at) ? exact : null } } } },
      ]);
    const promised = written.filter((at) => promisedForms(field).has(formOf(field)(at)));
    expect(promised).toEqual([exact]);
  });

  it('is converted in a request, where a client may write any zone', () => {
    const sides = ['v1.ticketUpdate', 'v2.ticketPatch'].map((side) =>
      put(`contract.adds.${side}.at`, { type: 'instant(iso)', optional: true }),
    );
    const faultsWith = (codec: object) =>
      ticketFaults(
        ...[...inBoth('iso'), ...sides, put('attributes.at', 'at')],
        put('operations.updateTicket.body.fields.at', { to: 'at', ...codec }),
        put('operations.updateTicket.body.mirrors.at', 'at'),
      );
    expect(faultsWith({})).toEqual([
      'codec-misfit: a client may write instant(iso) in any zone, and codec same would not change it',
    ]);
    expect(faultsWith({ codec: 'date(iso, iso)' })).toEqual([]);
  });

  it.each([
    ['a list', { each: 'instant(iso)' }],
    ['the objects of a list', { each: { fields: { at: 'instant(iso)' } } }],
  ])('is in its notation in %s of an answer, too, but not of a request', (_, list) => {
    const declared = ['v1.ticket', 'v2.ticket'].map((side) => put(`contract.adds.${side}.times`, list));
    const rules = [...declared, put('attributes.times', 'times')];
    const { resources } = ticketMappings(...rules);
    const isPlain = typeof list.each === 'string';
    const timesOf = (at: string) => [isPlain ? at : { at }];
    const read = (at: string) =>
      resources[0]?.answer.read({
        data: { id: 7, title: '', price: '1', parts: [], values: {}, times: timesOf(at) },
      });
    const exact = timesOf('2024-01-15T10:30:00Z');
    expect(read('2024-01-15T10:30:00Z')).toMatchObject({ value: { data: { attributes: { times: exact } } } });
    expect(read('2024-01-15T11:30:00+01:00')).toMatchObject({
      value: { data: { attributes: { times: exact } } },
    });
    expect(read('2024-01-15T10:30:00')).toMatchObject({ value: { data: { attributes: { times: null } } } });
    const sent = ['v1.ticketUpdate', 'v2.ticketPatch'].map((side) =>
      put(`contract.adds.${side}.times`, { ...list, optional: true }),
    );
    const body = put('operations.updateTicket.body.fields.times', 'times');
    expect(
      ticketFaults(...rules, ...sent, body, put('operations.updateTicket.body.mirrors.times', 'times')),
    ).toEqual([
      'codec-misfit: a client may write instant(iso) in any zone, and codec same would not change it',
    ]);
  });
});
