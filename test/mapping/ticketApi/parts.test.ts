import { compileEffects } from '../../../src/mapping/explain/driftEffects.js';
import {
  playTicket,
  ticketApi,
  ticketApiFaults,
  expectTicketFault,
  ticketGuide,
  ticketOpenApi,
  ticketLedger,
} from '../support/ticketApi.ts';

const data = {
  id: 7,
  person: { first_name: 'Ada', middle_name: null, last_name: 'Lovelace' },
  area: '030',
  number: '12 34',
  address: 'Main Street, 5, back',
  deputies: [{ first_name: 'Bo', last_name: '', address: 'Hill' }],
};

async function readAttributes(changed: object) {
  const { status, json } = await playTicket({
    path: '/v1/contacts/7',
    v2: [{ body: { data: { ...data, ...changed } } }],
  });
  return { status, attributes: (json as { data?: { attributes: object } }).data?.attributes };
}

const update = (body: object, v2: object = { status: 200, body: { data } }) =>
  playTicket({ method: 'PATCH', path: '/v1/contacts/7', body, v2: [v2] });

const address = { street: 'Main Street', house: '5' };

describe('a text that is whole in one API and in parts in the other', () => {
  it('is joined from its parts, and split into them', async () => {
    expect(await readAttributes({})).toEqual({
      status: 200,
      attributes: {
        name: 'Ada Lovelace',
        phone: '030/12 34',
        street: 'Main Street',
        house: '5, back',
        deputies: [{ name: 'Bo', street: 'Hill', house: '' }],
      },
    });
  });

  it('is null if no part has a value, and whole if one has', async () => {
    expect(await readAttributes({ area: null, number: null })).toMatchObject({ attributes: { phone: null } });
    expect(await readAttributes({ area: null })).toMatchObject({ attributes: { phone: '12 34' } });
  });

  it('is null if a part that v2 promises is missing', async () => {
    const person = { ...data.person, last_name: null };
    expect(await readAttributes({ person })).toMatchObject({ status: 200, attributes: { name: null } });
  });

  it('names the effect of each part on an answer', () => {
    const contact = ticketApi().resources.find(({ name }) => name === 'contact');
    const effectAt = compileEffects(contact?.rules ?? []);
    const effects = ['person.last_name', 'person.middle_name', 'area', 'person.title'].map((path) =>
      effectAt(path)(null),
    );
    expect(effects).toEqual(['replaced', 'passed', 'passed', 'passed']);
  });

  it('is sent in parts, and parts are sent as a whole', async () => {
    const { status, sent } = await update({ name: 'Ada King Lovelace of O.', phone: null, ...address });
    expect(status).toBe(200);
    expect(sent[0]?.body).toEqual({
      person: { first_name: 'Ada', middle_name: 'King', last_name: 'Lovelace of O.' },
      area: null,
      number: null,
      address: 'Main Street, 5',
    });
    const single = await update({ name: ' Ada ', ...address });
    expect(single.sent[0]?.body).toMatchObject({
      person: { first_name: ' Ada ', middle_name: '', last_name: '' },
    });
  });

  it.each([
    ['stores an empty part as null', { last_name: '' }, false],
    ['shows what was there before', { last_name: 'Hill' }, true],
  ])(
    'is looked for part by part after a write that v2 has only accepted, which %s',
    async (_, name, isOpen) => {
      const person = { first_name: 'Ada', middle_name: null, ...name };
      const { status, headers } = await playTicket({
        method: 'PATCH',
        path: '/v1/contacts/7',
        body: { name: 'Ada', street: 'Main Street', house: '5, back' },
        v2: [{ status: 202, body: { data: { id: 7 } } }, { body: { data: { ...data, person } } }],
      });
      expect([status, headers['x-lifeboat-ambiguous'] !== undefined]).toEqual([200, isOpen]);
    },
  );

  it('is looked for in an answer under the names of the answer', () => {
    const { operations } = ticketApi('phone: { to: area + number', 'phone: { to: number + area');
    const update = operations.find(({ name }) => name === 'updateContact');
    const isShown = (sent: Readonly<Record<string, string>>) =>
      update?.unchanged?.(data, '', sent, { mayBeHidden: true });
    expect([isShown({ number: '030', area: '12 34' }), isShown({ number: '12 34', area: '030' })]).toEqual([
      true,
      false,
    ]);
  });

  it('is refused in the words of v1 when a part is missing, and when v2 refuses a part', async () => {
    const { status, json, sent } = await update({ street: 'Main Street' });
    expect([status, sent]).toEqual([422, []]);
    expect(json).toMatchObject({ errors: { house: ['The house field is required.'] } });
    const errors = {
      'person.last_name': ['The person.last_name field is too long.'],
      address: ['The address field is too long.'],
    };
    const refusal = { status: 422, body: { message: 'The address field is too long.', errors } };
    expect((await update({ name: 'Ada Lovelace', ...address }, refusal)).json).toMatchObject({
      errors: { name: ['The name field is too long.'], street: ['The street field is too long.'] },
    });
  });

  it('stands in the ledger, in the guide and in the OpenAPI document with its parts', () => {
    const ledger = ticketLedger('contact');
    expect(
      ledger?.attributes.map(({ attribute, source, class: loss }) => `${attribute} <- ${source}: ${loss}`),
    ).toEqual([
      'name <- person.first_name+middle_name+last_name: converted',
      'phone <- area+number: converted',
      'street <- address: guessed',
      'house <- address: guessed',
      'deputies <- deputies: converted',
      'deputies[].name <- deputies[].first_name+last_name: converted',
      'deputies[].street <- deputies[].address: guessed',
      'deputies[].house <- deputies[].address: guessed',
    ]);
    expect(ledger?.uses).toContainEqual({ field: 'person.middle_name', attributes: ['name'] });
    expect(ledger?.members.map(({ member, target }) => `${member} -> ${target}`)).toEqual([
      'name -> person.first_name',
      'name -> person.middle_name',
      'name -> person.last_name',
      'phone -> area',
      'phone -> number',
      'house -> address',
      'street -> address',
    ]);
    const guide = ticketGuide();
    expect(guide).toMatch(/`name`.*`person\.first_name\+middle_name\+last_name`.*one text with ` ` between/);
    expect(guide).toMatch(/`house`.*`address`.*the text after the first `, `.*v2 has one line/);
    expect(ticketOpenApi().components).toMatchObject({
      schemas: {
        ContactAttributes: {
          properties: { phone: { 'x-lifeboat': { source: 'area+number', codec: 'join' } } },
        },
      },
    });
  });
});

describe('a rule for parts', () => {
  it.each([
    ...['person.last_name', 'last_name[]', 'first_name', '2'].map((part): [string, string, string] => [
      'person.first_name + middle_name + last_name, codec',
      `'person.first_name + ${part}', codec`,
      'each part beside a `+` must be another member of one object',
    ]),
    ['middle_name + last_name, codec', 'middel_name + last_name, codec', 'did you mean "person.first_name'],
    ["area + number, codec: { join: '/' }", 'area + number', 'these do: join'],
    [
      "area + number, codec: { join: '/' }",
      "area + id, codec: { join: '/' }",
      'join does not join v2 integer',
    ],
    ["{ join: '/' }", '{ join: {} }', 'codec join takes what stands between the parts'],
    [
      'take: first } }, class: guessed, reason: v2 has one line }\n  house',
      'take: first } } }\n  house',
      'street is not simply read from v2',
    ],
    [
      "codec: { split: { by: ', ', take: rest } } }\n        street",
      'codec: capitalized }\n        street',
      'nothing sends the rest of address',
    ],
    [
      "house: { to: address, codec: { split: { by: ', '",
      "house: { to: address, codec: { split: { by: '; '",
      'nothing sends the first part of address',
    ],
    [
      'take: first } } }\n      mirrors',
      'take: rest } } }\n      mirrors',
      'address is fed by house already',
    ],
    [
      '        street: text\n        house: text\n    v2',
      '        street: text\n        house: { type: text, optional: true }\n    v2',
      'v1 may leave out one part of address',
    ],
    [
      'phone: phone }',
      'phone: phone, street: street }',
      'what a client writes to street it does not read back in street',
    ],
  ])('is a fault with %s as %s', expectTicketFault);

  it('is told to write the object of its parts once', () => {
    const faults = ticketApiFaults('to: area + number', 'to: area + person.last_name').join('\n');
    expect(faults).toContain('hint: write the object once, before the first part: `owner.first + last`');
  });

  it.each([
    ['key: number', 'key: area + number', 'area+number'],
    ['changed: none', "changed: { at: 'area+number', query: {} }", 'area+number'],
    ['prefer: {}', "prefer: { 'area+number': x }", 'area+number'],
  ])('is a fault in an index: %s as %s', (from, to, path) => {
    const entry =
      'indexes:\n  number: { v2: GET /v2/contacts, page: page, query: {}, changed: none, id: id, key: number, prefer: {}, evidence: { path: spec, success: spec } }\n';
    const faultsWith = (index: string) =>
      ticketApiFaults('operations:\n  getContact', `${index}operations:\n  getContact`).join('\n');
    const wrongIndex = entry.replace(from, to.replaceAll(' + ', '+'));
    expect(faultsWith(wrongIndex)).toContain(
      `an index reads one value of an item, and ${path} leads to several`,
    );
    expect(faultsWith(wrongIndex)).toContain('^');
    expect(faultsWith(entry)).not.toContain('an index reads');
  });
});
