import { parse } from 'yaml';
import { readOpenApi } from '../../../src/proof/openApi/openApiFile.js';
import { draftPair } from '../../../src/proof/openApi/draftPair.js';
import { apiOf, json, readable } from './support/describedThings.ts';

describe('the operations of a drafted pair', () => {
  it('maps paths whose parameters are no words, and names every omitted operation', () => {
    const thing = { type: 'object', properties: { id: { type: 'integer' }, size: { type: 'integer' } } };
    const named = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } });
    const v1 = apiOf(
      '3.0.0',
      { '/things/{thing-id}': { parameters: [named('thing-id')], ...readable(thing), put: {} } },
      {},
    );
    const v2 = apiOf('3.1.0', { '/things/{id}': readable(thing) }, {});
    const { files, open } = draftPair({ v1, v2 }, 0);
    expect(parse(files[1]?.text ?? '')).toMatchObject({
      operations: {
        getThing: {
          v1: 'GET /v1/things/{thing_id}',
          parameters: { thing_id: 'integer' },
          path: { id: { from: 'thing_id' } },
        },
      },
    });
    expect(open).toEqual(['PUT /things/{thing_id}: nothing is drafted; v2 has no operation to update it']);
  });

  it('passes on the query parameters that v2 has, and refuses the others', () => {
    const thing = { type: 'object', properties: { id: { type: 'integer' }, size: { type: 'integer' } } };
    const asked = (name: string, schema: object = { type: 'string' }) => ({ name, in: 'query', schema });
    const list = (...parameters: object[]) => ({
      get: {
        parameters,
        responses: { 200: json({ type: 'object', properties: { data: { type: 'array', items: thing } } }) },
      },
    });
    const page = [asked('page', { type: 'integer' }), asked('per_page', { type: 'integer' })];
    const words = (...known: string[]) => asked('state', { type: 'string', enum: known });
    const v1 = apiOf(
      '3.0.0',
      {
        '/things': list(...page, asked('ownerId'), asked('colour'), words('open', 'shut')),
        '/things/{id}': readable(thing),
      },
      {},
    );
    const v2 = apiOf(
      '3.1.0',
      {
        '/things': list(...page, asked('owner_id'), asked('sort'), words('open')),
        '/things/{id}': readable(thing),
      },
      {},
    );
    const text = draftPair({ v1, v2 }, 0).files[1]?.text ?? '';
    expect(parse(text)).toMatchObject({
      operations: { listThings: { query: { takes: { ownerId: 'owner_id' }, others: 'refuse' } } },
    });
    expect(text).toContain('?colour of listThings: v2 takes nothing of this name, so it is refused');
    expect(text).toContain('?state of listThings: v2 takes nothing of this name, so it is refused');
  });

  it('takes no key for an id, and no other route of v1 for one', () => {
    const thing = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
    const v1 = apiOf(
      '3.0.0',
      {
        '/spaces/{spaceKey}': readable(thing),
        '/things/{id}': readable(thing),
        '/things/search': readable(thing),
        '/things/{id}/parts': readable(thing),
      },
      {},
    );
    const v2 = apiOf('3.1.0', { '/spaces/{id}': readable(thing), '/things/{thingId}': readable(thing) }, {});
    const { files, open } = draftPair({ v1, v2 }, 0);
    const drafted = files.map(({ text }) => parse(text) as { readonly operations?: object });
    expect(drafted.flatMap(({ operations = {} }) => Object.entries(operations))).toMatchObject([
      ['getThing', { except: { id: ['search'] }, path: { thingId: { from: 'id' } } }],
    ]);
    expect(open[0]).toBe(
      'GET /spaces/{spaceKey}: nothing is drafted; parameters of the path are {spaceKey} in v1, and {id} in v2',
    );
  });

  it('says why an operation is left out, and where a key stands that no header shows', () => {
    const thing = { type: 'object', properties: { id: { type: 'integer' }, size: { type: 'integer' } } };
    const limits = { type: 'object', properties: { calls: { type: 'integer' } } };
    const deletable = { ...readable(thing), delete: { responses: { 200: { description: 'Gone' } } } };
    const key = (place: string) => ({
      securitySchemes: { key: { type: 'apiKey', in: place, name: 'token' } },
    });
    const v1 = apiOf(
      '3.0.0',
      {
        '/things/{id}': deletable,
        '/{owner}/{name}/pots/{id}': readable(thing),
        '/me': readable(thing),
        '/limits': readable(limits),
        '/{owner}/limits': readable(limits),
      },
      {},
    );
    const v2 = apiOf('3.1.0', { '/things/{id}': deletable, '/{slug}/pots/{id}': readable(thing) }, {});
    expect(draftPair({ v1: { ...v1, unreadKey: 'token in its cookie' }, v2 }, 0).open).toEqual([
      'v1 takes its key as token in its cookie, which the gateway cannot: `auth` in api.yaml is a guess',
      'DELETE /things/{id}: nothing is drafted; v1 answers with a body, which `answer:` has to describe',
      'GET /{owner}/{name}/pots/{id}: nothing is drafted; parameters of the path are {owner}, {name}, {id} in v1, and {slug}, {id} in v2',
      'GET /me: nothing is drafted; v2 has no resource "me"',
      'GET /limits: nothing is drafted; it shows no object with an id: describe it by hand, with `answer:`, or with `list:` where it is a list',
      'GET /{owner}/limits: nothing is drafted; drafted is what GET reads by an id at the end of a path, its list, and its changes',
    ]);
    const read = (place: string) =>
      readOpenApi('v1.json', JSON.stringify({ openapi: '3.0.0', paths: {}, components: key(place) }));
    expect(read('cookie')).toMatchObject({ value: { auth: 'bearer', unreadKey: 'token in its cookie' } });
    expect(read('query')).toMatchObject({ value: { auth: { query: 'token' } } });
  });

  it('maps an object of which there is one, at a path without an id', () => {
    const profile = {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'integer' }, name: { type: 'string' } },
    };
    const alone = {
      ...readable(profile),
      patch: { requestBody: json(profile), responses: { 200: json(profile) } },
    };
    const several = { '/profiles/{id}': readable(profile), '/profile': alone };
    const { files, faults, open } = draftPair(
      { v1: apiOf('3.0.0', { '/profile': alone }, {}), v2: apiOf('3.1.0', several, {}) },
      0,
    );
    expect(files.map(({ name }) => name)).toEqual(['api.yaml', 'profile.yaml']);
    expect(parse(files[1]?.text ?? '')).toMatchObject({
      envelope: { id: 'id' },
      operations: {
        getProfile: { v1: 'GET /v1/profile', v2: 'GET /v2/profile' },
        updateProfile: { v1: 'PATCH /v1/profile', v2: 'PATCH /v2/profile' },
      },
    });
    expect([...faults, ...open]).toEqual([]);
  });

  it('leaves out what only one side has, and reports it', () => {
    const thing = { type: 'object', properties: { id: { type: 'integer' } } };
    const list = readable({ type: 'array', items: thing });
    const v1 = apiOf(
      '3.0.0',
      { '/widgets/{id}': readable(thing), '/things/{id}': readable(thing), '/things': list },
      {},
    );
    const v2 = apiOf('3.1.1', { '/gadgets/{id}': readable(thing), '/Things/{id}': readable(thing) }, {});
    const { files, open } = draftPair({ v1, v2 }, 0);
    expect(files.map(({ name }) => name)).toEqual(['api.yaml', 'thing.yaml']);
    expect(open).toEqual([
      'GET /widgets/{id}: nothing is drafted; v2 has no resource "widgets"; did you mean "gadgets"?',
      'GET /things: nothing is drafted; v2 has no operation to list it',
    ]);
  });
});
