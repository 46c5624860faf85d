import { parse } from 'yaml';
import { draftPair } from '../../../src/proof/openApi/draftPair.js';
import { apiOf, json, readable } from './support/describedThings.ts';

const text = { type: 'string' };
const schemas = {
  NextPage: { type: 'object', required: ['after'], properties: { after: text, link: text } },
  Paging: { type: 'object', properties: { next: { $ref: '#/components/schemas/NextPage' } } },
  Contact: { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } },
  Failure: { type: 'object', properties: { category: text, message: text, correlationId: text } },
};
const contact = { $ref: '#/components/schemas/Contact' };
const failing = { default: { content: { '*/*': { schema: { $ref: '#/components/schemas/Failure' } } } } };
const asked = (name: string, schema: object = text) => ({ name, in: 'query', schema });

/** The paths of an API that lists its contacts by a cursor, and finds one by its id or by another member. */
const contacts = (limit: object) => ({
  '/contacts': {
    get: {
      parameters: [asked('after'), asked('limit', { type: 'integer', ...limit })],
      responses: {
        200: json({
          type: 'object',
          properties: {
            results: { type: 'array', items: contact },
            paging: { $ref: '#/components/schemas/Paging' },
          },
        }),
        ...failing,
      },
    },
  },
  '/contacts/{contactId}': {
    get: { parameters: [asked('idProperty'), asked('lang')], responses: { 200: json(contact), ...failing } },
  },
});

const draftOf = (v1Paths: Record<string, unknown>, v2Paths: Record<string, unknown>) => {
  const [v1, v2] = [apiOf('3.0.0', v1Paths, schemas), apiOf('3.1.0', v2Paths, schemas)];
  const drafted = draftPair({ v1, v2 }, 0);
  const [profile, mapping] = drafted.files.map(({ text: file }) => parse(file) as unknown);
  return { ...drafted, profile, mapping, text: drafted.files[1]?.text ?? '' };
};

describe('a pair drafted from documents with references', () => {
  const usual = draftOf(contacts({}), contacts({ maximum: 100 }));

  it('names the next cursor inside the object that describes the next page', () => {
    const paging = { next: 'paging.next.after' };
    expect(usual.profile).toMatchObject({ v1: { paging }, v2: { paging } });
    expect(usual.faults).toEqual([]);
  });

  it('says where no document has the most items of a page', () => {
    const guess = '?limit of lists in v1: `most: 100` is a guess, as no document has a maximum';
    expect(usual.text).toContain(`#   ${guess}`);
    expect(usual.text).not.toContain('of lists in v2');
  });

  it('names a text in the path an id if it is that of the answer, and refuses what puts another key there', () => {
    expect(usual.mapping).toMatchObject({
      operations: { getContact: { parameters: { contactId: 'id' }, query: { takes: { lang: 'lang' } } } },
    });
    expect(usual.text).toContain('?idProperty of getContact: it puts another member in the place of the id');
  });

  it('reads errors as both documents describe them, and a list as the probe', () => {
    const errors = { message: 'message', requestId: 'correlationId', invalid: 400 };
    expect(usual.profile).toMatchObject({
      v1: { errors, probe: '/v1/contacts' },
      v2: { errors, probe: '/v2/contacts' },
    });
  });

  it('has a fault where a list by a cursor names no next one', () => {
    const nameless = { ...contacts({}), '/contacts': { ...contacts({})['/contacts'] } };
    const bare = json({ type: 'object', properties: { results: { type: 'array', items: contact } } });
    const get = { ...nameless['/contacts'].get, responses: { 200: bare } };
    const { faults } = draftOf({ ...nameless, '/contacts': { get } }, contacts({}));
    expect(faults.map(({ code, message }) => [code, message])).toEqual([
      ['cursor-unnamed', 'v1 asks for a page of listContacts by a cursor, and no answer names the next one'],
    ]);
  });
});

describe('an id of v1 by another name', () => {
  const old = {
    type: 'object',
    required: ['vid', 'name'],
    properties: { vid: { type: 'integer' }, name: text },
  };

  it.each(['/contact/vid/{vid}/profile', '/contacts/{vid}'])('is the id of v2: %s', (path) => {
    const { mapping, faults } = draftOf({ [path]: readable(old) }, contacts({}));
    expect(mapping).toMatchObject({
      contract: { adds: { v2: { contact: { id: { type: 'integer', asText: true } } } } },
      attributes: { vid: 'id', name: 'name' },
      operations: {
        getContact: {
          v1: `GET /v1${path}`,
          parameters: { vid: 'integer' },
          path: { contactId: { from: 'vid' } },
        },
      },
    });
    expect(faults).toEqual([]);
  });

  it.each(['/contact/name/{name}/profile', '/contacts/{name}', '/contact/vid/{vid}/notes/{id}'])(
    'is no other key: %s',
    (path) => {
      expect(draftOf({ [path]: readable(old) }, contacts({})).mapping).toBeUndefined();
    },
  );
});

describe('a pair of which nothing can be paired', () => {
  const { files, contracts, faults, open } = draftOf({ '/people/{key}': readable(contact) }, contacts({}));

  it('still has its profile, and the contracts of both documents', () => {
    expect([files.map(({ name }) => name), faults]).toEqual([['api.yaml'], []]);
    const known = { contact: { id: 'text', name: 'text' } };
    expect(parse(contracts)).toMatchObject({ v1: known, v2: known });
  });

  it('says what both documents have, and how a mapping by hand begins', () => {
    expect(open).toEqual([
      'GET /people/{key}: nothing is drafted; v2 has no resource "people"',
      'v2 has GET /v2/contacts, GET /v2/contacts/{contactId}',
      'nothing of the same name can be read by its id in both: write a mapping file by hand, as `lifeboat help language` shows it',
      expect.stringContaining('getThing: { v1: GET /v1/people/{key}, v2: GET /v2/contacts, success: 200 }'),
    ]);
  });
});
