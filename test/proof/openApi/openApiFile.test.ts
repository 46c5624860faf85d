import { stringify } from 'yaml';
import { readOpenApi } from '../../../src/proof/openApi/openApiFile.js';

const get = { responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } } };

/** Reads a document with these members. */
function apiOf(document: Record<string, unknown>) {
  const read = readOpenApi('api.yaml', stringify({ openapi: '3.0.3', ...document }));
  if (!read.ok) throw new Error(read.failure);
  return read.value;
}

describe('an OpenAPI document', () => {
  it('lends the last word of its address to paths that begin with an id', () => {
    const { origin, prefix, operations } = apiOf({
      servers: [{ url: 'https://api.example.com/v1/things' }],
      paths: { '/': { get }, '/{id}': { get } },
    });
    expect([origin, prefix]).toEqual(['https://api.example.com', '/v1']);
    expect(operations.map(({ path }) => path)).toEqual(['/things', '/things/{id}']);
  });

  it.each([
    ['//api.example.com/v1', {}, 'https://api.example.com', []],
    ['https://{your-domain}/v1', {}, 'https://your-domain', ['your-domain']],
    ['https://{site}.example.com/v1', { site: { default: 'acme' } }, 'https://acme.example.com', ['acme']],
    ['/v1', {}, undefined, []],
  ])('is served by https at %s, with what is to be filled in', (url, variables, origin, filled) => {
    const api = apiOf({ servers: [{ url, variables }], paths: { '/things': { get } } });
    expect([api.origin, api.filled, api.prefix]).toEqual([origin, filled, '/v1']);
  });

  it('shows a key as the operations ask for it, whichever scheme is described first', () => {
    const securitySchemes = {
      forPartners: { type: 'http', scheme: 'basic' },
      forAll: { type: 'apiKey', in: 'header', name: 'X-Api-Token' },
    };
    const paths = { '/things/{id}': { get: { ...get, security: [{ forAll: [] }, { forPartners: [] }] } } };
    expect(apiOf({ components: { securitySchemes }, paths }).auth).toEqual({ header: 'X-Api-Token' });
  });

  it.each(['openapi: 2.0', 'swagger: "2.0"', '[]', 'openapi: ['])('refuses %s as a document', (text) => {
    expect(readOpenApi('api.yaml', text)).toMatchObject({ ok: false });
  });
});
