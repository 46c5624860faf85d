import { parse } from 'yaml';
import { draftPair } from '../../../src/proof/openApi/draftPair.js';
import { apiOf, json, readable } from './support/describedThings.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Drafts a pair whose one thing has these members on each side. */
function contractsOf(v1: Record<string, unknown>, v2: Record<string, unknown>) {
  const things = (version: string, openapi: string, properties: Record<string, unknown>) =>
    apiOf(
      openapi,
      { [`/${version}/things/{id}`]: readable(ref('Thing')) },
      {
        Thing: { type: 'object', required: Object.keys(properties), properties },
        Word: { type: 'string', enum: ['a', 'b'] },
        Named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      },
    );
  const drafted = draftPair({ v1: things('v1', '3.0.3', v1), v2: things('v2', '3.1.0', v2) }, 0);
  const [, file] = drafted.files;
  const { thing } = (parse(drafted.contracts) as { readonly v1: { readonly thing: unknown } }).v1;
  const mapping = parse(file?.text ?? '') as { readonly attributes: Readonly<Record<string, unknown>> };
  const faults = drafted.faults.map(({ message }) => message);
  return { thing, attributes: mapping.attributes, text: file?.text ?? '', faults };
}

describe('an imported contract', () => {
  it.each<readonly [what: string, schema: unknown, field: unknown]>([
    ['a reference', ref('Word'), { type: 'text', known: ['a', 'b'] }],
    [
      'parts put together',
      { allOf: [ref('Named'), { properties: { size: { type: 'integer' } } }] },
      { fields: { name: 'text', size: { type: 'integer', optional: true } } },
    ],
    ['null as 3.0 says it', { type: 'string', nullable: true }, { type: 'text', nullable: true }],
    ['null as a type', { type: ['number', 'null'] }, { type: 'number', nullable: true }],
    [
      'null as an alternative',
      { anyOf: [ref('Named'), { type: 'null' }] },
      { fields: { name: 'text' }, nullable: true },
    ],
    ['a list', { type: 'array', items: ref('Word') }, { each: { type: 'text', known: ['a', 'b'] } }],
    [
      'a map of objects',
      { type: 'object', additionalProperties: ref('Named') },
      { map: { fields: { name: 'text' } } },
    ],
    ['a map of texts', { type: 'object', additionalProperties: { type: 'string' } }, { map: 'text' }],
    ['a free object', { type: 'object', additionalProperties: true }, 'object'],
    ['objects of several kinds', { oneOf: [ref('Named'), ref('Thing')] }, 'object'],
    ['a password', { type: 'string', format: 'password' }, { type: 'text', secret: true }],
    ['what is not described', {}, 'object'],
  ])('describes %s', (_, schema, field) => {
    const members = { id: { type: 'integer' }, member: schema };
    expect(contractsOf(members, members).thing).toEqual({ id: 'integer', member: field });
  });

  it('ends at a schema that contains itself', () => {
    const inner = { id: { type: 'integer' }, child: ref('Thing') };
    expect(JSON.stringify(contractsOf(inner, inner).thing)).toMatch(/"child":"?\{?.*object/);
  });
});

describe('a drafted mapping', () => {
  it('maps members by their names, in any spelling and from nested objects', () => {
    const { attributes } = contractsOf(
      {
        createdAt: { type: 'string', format: 'date-time' },
        owner_name: { type: 'string' },
        state: { type: 'string', enum: ['On'] },
      },
      { created_at: { type: 'integer' }, owner: ref('Named'), state: { type: 'string', enum: ['on'] } },
    );
    expect(attributes).toEqual({
      createdAt: { from: 'created_at', codec: 'date' },
      owner_name: 'owner.name',
      state: { from: 'state', codec: { words: { on: 'On' } } },
    });
  });

  it('leaves to do, and names both sides of, two maps whose values differ: `check` would refuse the line', () => {
    const { attributes, text, faults } = contractsOf(
      { id: { type: 'integer' }, facts: { type: 'object', additionalProperties: ref('Named') } },
      { id: { type: 'integer' }, facts: { type: 'object', additionalProperties: { type: 'string' } } },
    );
    expect(attributes).toEqual({ id: 'id' });
    expect(text).toContain('#   facts: the maps differ: facts[] is text on one side and object on the other');
    expect(faults).toEqual(['v1 attribute facts has no rule', 'v2 field facts is neither used nor dropped']);
  });

  it.each([
    ['objects of several kinds', { oneOf: [ref('Named'), ref('Thing')] }],
    ['text or a number', { oneOf: [{ type: 'string' }, { type: 'integer' }] }],
    ['a list of such objects', { type: 'array', items: { anyOf: [ref('Named'), ref('Thing')] } }],
    ['a map of such objects', { additionalProperties: { anyOf: [ref('Named'), ref('Thing')] } }],
  ])('leaves to do what a contract cannot say: %s', (_, schema) => {
    const members = { id: { type: 'integer' }, member: schema };
    const { attributes, text, faults } = contractsOf(members, members);
    expect(attributes).toEqual({ id: 'id' });
    expect(text).toContain("#   member and v2's member: its document describes more than a contract can say");
    expect(faults).toEqual(['v1 attribute member has no rule']);
  });

  it('contains no contract of the shipped pair, whatever its resources are called', () => {
    const account = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
    const [v1, v2] = ['3.0.0', '3.1.0'].map((openapi) =>
      apiOf(openapi, { '/accounts/{id}': readable(account) }, {}),
    );
    if (v1 === undefined || v2 === undefined) throw new Error('no documents');
    const { contracts, faults } = draftPair({ v1, v2 }, 0);
    expect(parse(contracts)).toEqual({
      v1: { account: { id: 'integer' } },
      v2: { account: { id: 'integer' } },
    });
    expect(faults.map(({ code }) => code)).toEqual([]);
  });

  it('suggests a name for a member that it does not map', () => {
    const { text } = contractsOf({ colour: { type: 'string' } }, { coulour: { type: 'string' } });
    expect(text).toContain('#   colour: v2 has nothing of this name; did you mean "coulour"?');
  });

  it('finds a member without the name of its resource, and suggests one that shares a word', () => {
    const { attributes, text } = contractsOf(
      { thing_size: { type: 'integer' }, phone_number: { type: 'string' } },
      { size: { type: 'integer' }, phone: { type: 'string' } },
    );
    expect(attributes).toEqual({ thing_size: 'size' });
    expect(text).toContain('#   phone_number: v2 has nothing of this name; did you mean "phone"?');
  });

  it.each([
    ['activities', 'listActivities'],
    ['keys', 'listKeys'],
    ['accounts', 'listAccounts'],
  ])('names the list of /%s %s', (path, operation) => {
    const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
    const list = { type: 'object', properties: { data: { type: 'array', items: item } } };
    const parameters = ['page', 'per_page'].map((name) => ({
      name,
      in: 'query',
      schema: { type: 'integer', maximum: 50, default: 10 },
    }));
    const paths = { [`/${path}`]: { ...readable(list), parameters }, [`/${path}/{id}`]: readable(item) };
    const [v1, v2] = ['3.0.0', '3.1.0'].map((openapi) => apiOf(openapi, paths, {}));
    if (v1 === undefined || v2 === undefined) throw new Error('no documents');
    const mapping = parse(draftPair({ v1, v2 }, 0).files[1]?.text ?? '') as Record<'operations', object>;
    expect(Object.keys(mapping.operations)).toContain(operation);
  });

  it('takes the id from the member that the path names', () => {
    const thing = { type: 'object', required: ['address'], properties: { address: { type: 'string' } } };
    const [v1, v2] = ['3.0.0', '3.1.0'].map((openapi) =>
      apiOf(openapi, { '/things/{address}': readable(thing) }, {}),
    );
    if (v1 === undefined || v2 === undefined) throw new Error('no documents');
    const { files, faults } = draftPair({ v1, v2 }, 0);
    expect(parse(files[1]?.text ?? '')).toMatchObject({ envelope: { id: 'address' } });
    expect(faults).toEqual([]);
  });

  it('has an id that v2 never leaves out, whatever its document requires', () => {
    const thing = { type: 'object', properties: { id: { type: 'integer' }, size: { type: 'integer' } } };
    const [v1, v2] = ['3.0.0', '3.1.0'].map((openapi) =>
      apiOf(openapi, { '/things/{id}': readable(thing) }, {}),
    );
    if (v1 === undefined || v2 === undefined) throw new Error('no documents');
    expect(parse(draftPair({ v1, v2 }, 0).contracts)).toMatchObject({
      v2: { thing: { id: 'integer', size: { type: 'integer', optional: true } } },
    });
  });

  it('takes the id from the member that the path names after its resource', () => {
    const pool = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
    const [v1, v2] = ['3.0.0', '3.1.0'].map((openapi) =>
      apiOf(openapi, { '/pools/{pool_name}': readable(pool) }, {}),
    );
    if (v1 === undefined || v2 === undefined) throw new Error('no documents');
    const { files, faults } = draftPair({ v1, v2 }, 0);
    expect(parse(files[1]?.text ?? '')).toMatchObject({ envelope: { id: 'name' } });
    expect(faults).toEqual([]);
  });

  it('bounds the lists of a request as its documents do', () => {
    const thing = (bounds: object) => ({
      type: 'object',
      required: ['id', 'tags'],
      properties: {
        id: { type: 'integer', readOnly: true },
        tags: { type: 'array', items: { type: 'string' }, ...bounds },
      },
    });
    const api = (openapi: string, bounds: object) => {
      const changes = { requestBody: json(thing(bounds)), responses: { 200: json(thing(bounds)) } };
      return apiOf(openapi, { '/things/{id}': { ...readable(thing(bounds)), patch: changes } }, {});
    };
    const { contracts } = draftPair(
      { v1: api('3.0.0', { minItems: 1, maxItems: 9 }), v2: api('3.1.0', { maxItems: 5 }) },
      0,
    );
    expect(parse(contracts)).toMatchObject({
      v1: { thing: { tags: { each: 'text' } }, thingUpdate: { tags: { minimum: 1, maximum: 9 } } },
      v2: { thingUpdate: { tags: { maximum: 5 } } },
    });
  });

  it.each(['put', 'post'])('makes a %s a change, and deletes where v1 says nothing more', (changing) => {
    const thing = {
      type: 'object',
      required: ['id', 'size'],
      properties: { id: { type: 'integer' }, size: { type: 'integer' } },
    };
    const changes = { requestBody: json(thing), responses: { 200: json(thing) } };
    const at = (method: string) => ({
      '/things/{id}': {
        ...readable(thing),
        [method]: changes,
        delete: { responses: { 204: { description: 'Gone' } } },
      },
    });
    const { files, open } = draftPair(
      { v1: apiOf('3.0.0', at(changing), {}), v2: apiOf('3.1.0', at('patch'), {}) },
      0,
    );
    expect(parse(files[1]?.text ?? '')).toMatchObject({
      operations: {
        updateThing: { v1: `${changing.toUpperCase()} /v1/things/{id}`, v2: 'PATCH /v2/things/{id}' },
        deleteThing: { v1: 'DELETE /v1/things/{id}', v2: 'DELETE /v2/things/{id}', success: 204 },
      },
    });
    expect(open).toEqual([]);
  });
});
