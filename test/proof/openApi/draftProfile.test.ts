import { parse } from 'yaml';
import { draftPair } from '../../../src/proof/openApi/draftPair.js';
import { apiOf, json, readable } from './support/describedThings.ts';

describe('a drafted profile', () => {
  it('reads a list by an offset from one by a cursor, and writes of a page what v1 has, and no more', () => {
    const thing = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
    const listed = (parameters: readonly string[], page: Record<string, unknown>) => ({
      get: {
        parameters: parameters.map((name) => ({ name, in: 'query', schema: { type: 'integer' } })),
        responses: {
          200: json({ type: 'object', properties: { data: { type: 'array', items: thing }, page } }),
        },
      },
    });
    const number = { type: 'integer' };
    const v1Page = {
      properties: { start: number, limit: number, 'has-more': { type: 'boolean' }, next_start: number },
    };
    const v2Page = { properties: { next_cursor: { type: 'string' } } };
    const item = readable({ properties: { data: thing } });
    const v1 = apiOf('3.0.0', { '/things': listed(['start', 'limit'], v1Page), '/things/{id}': item }, {});
    const v2 = apiOf('3.1.0', { '/things': listed(['cursor', 'limit'], v2Page), '/things/{id}': item }, {});
    const { files, faults } = draftPair({ v1, v2 }, 0);
    const [profile, mapping] = files.map(({ text }) => parse(text) as unknown);
    expect(mapping).toMatchObject({
      operations: {
        listThings: {
          list: {
            v1: { offset: 'start', size: 'limit', usual: 20, most: 100 },
            v2: { cursor: 'cursor', size: 'limit', most: 100, query: {} },
          },
        },
      },
    });
    const unwritten = { from: '', to: '', current_page: '', total: '', last_page: '' };
    expect(profile).toMatchObject({
      v1: {
        paging: { ...unwritten, per_page: 'page.limit', offset: 'page.start', next: '' },
        nextPage: { more: 'page.has-more', number: 'page.next_start' },
      },
      v2: { paging: { ...unwritten, per_page: '', offset: '', next: 'page.next_cursor' } },
    });
    expect((profile as { readonly v2: object }).v2).not.toHaveProperty('nextPage');
    expect(faults).toEqual([]);
  });

  it('names the place of each resource where they differ', () => {
    const thing = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
    const at = (name: string) => ({
      [`/${name}s`]: readable({
        type: 'object',
        properties: { [`${name}s`]: { type: 'array', items: thing } },
      }),
      [`/${name}s/{id}`]: readable({ type: 'object', properties: { [name]: thing } }),
    });
    const paths = { ...at('pool'), ...at('tag') };
    const embedded = {
      _embedded: { type: 'object', properties: { pools: { type: 'array', items: thing } } },
    };
    const hal = { ...at('pool'), '/pools': readable({ type: 'object', properties: embedded }) };
    const { files } = draftPair({ v1: apiOf('3.0.0', paths, {}), v2: apiOf('3.1.0', hal, {}) }, 0);
    expect(parse(files[0]?.text ?? '')).toMatchObject({
      v1: { one: 'pool', list: 'pools' },
      v2: { list: '_embedded.pools' },
    });
    const both = draftPair({ v1: apiOf('3.0.0', paths, {}), v2: apiOf('3.1.0', paths, {}) }, 0);
    const places = { one: { pool: 'pool', tag: 'tag' }, list: { pool: 'pools', tag: 'tags' } };
    expect(parse(both.files[0]?.text ?? '')).toMatchObject({ v1: places, v2: places });
    expect(both.faults).toEqual([]);
  });
});
