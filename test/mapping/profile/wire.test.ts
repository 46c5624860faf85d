import { type Profile, readProfile } from '../../../src/mapping/profile/profileFile.js';
import { createWire } from '../../../src/mapping/profile/wire.js';
import { shipped } from '../../support/shipped.ts';

/** Reads a profile that is well-formed. */
function profileOf(text: string): Profile {
  const read = readProfile({ file: 'api.yaml', text });
  if (!read.ok) throw new Error(read.failure.map(({ message }) => message).join('\n'));
  return read.value;
}

describe('the paths of a pair', () => {
  const wireOf = (v1: string, v2: string) =>
    createWire(profileOf(`name: Pair\nv1: { prefix: '${v1}' }\nv2: { prefix: '${v2}' }`));

  it.each([
    ['/api/v1', '/rest/3', '/api/v1/things/7?a=1', '/v1/things/7?a=1'],
    ['/api/v1', '/rest/3', '/rest/3/things', '/v2/things'],
    ['/api/v1', '/rest/3', '/api/v11/things', '/api/v11/things'],
    ['/api/v1', '/rest/3', '/v1/things', '/-/v1/things'],
    ['', '/next', '/things', '/v1/things'],
    ['', '/next', '/next/things', '/v2/things'],
    ['', '/next', '/guide', '/guide'],
    ['/v2', '/v3', '/v2/things', '/v1/things'],
    ['/v1', '/v2', '/v1/things', '/v1/things'],
    ['/v1', '/v2', '*', '*'],
  ])('are translated for v1 at "%s" and v2 at "%s": %s is %s', (v1, v2, askedText, spoken) => {
    const { inward, outward } = wireOf(v1, v2);
    expect(inward(askedText)).toBe(spoken);
    if (/^\/v[12]\//.test(spoken)) expect(outward(spoken)).toBe(askedText);
  });

  it('have a slash where an empty prefix leaves nothing else', () => {
    const { outward } = wireOf('', '/next');
    expect(['/v1', '/v1?page=2'].map(outward)).toEqual(['/', '/?page=2']);
  });
});

describe('the answers of a pair', () => {
  const wire = createWire(
    profileOf(`
name: Pair
v1: { one: '', list: things, attributes: '', paging: { current_page: page, per_page: '', total: n, last_page: '', from: '', to: '' } }
v2: { one: result, list: result.items, paging: { current_page: at.page, per_page: at.size, total: at.n } }`),
  );
  const hear = (side: 'v1' | 'v2', body: string) => wire.readForm(side, { status: 200, body }).body;
  const speak = (side: 'v1' | 'v2', body: string) => wire.writeForm(side, { status: 200, body }).body;

  it('are written in the form of v1, however large a list is', () => {
    const item = (id: number) => ({ id: String(id), type: 't', attributes: { id } });
    const list = { data: Array.from({ length: 60_000 }, (_, id) => item(id)), meta: { total: 60_000 } };
    const written = JSON.parse(speak('v1', JSON.stringify(list))) as Record<string, unknown>;
    expect([Object.keys(written), written['n']]).toEqual([['things', 'n'], 60_000]);
  });

  it('are read in the form of mappings, and written in the form of v1, digit by digit', () => {
    const list =
      '{"result":{"items":[{"id":1,"price":1.10000000000000000001}]},"at":{"page":2,"size":1,"n":2}}';
    expect(hear('v2', list)).toBe(
      '{"data":[{"id":1,"price":1.10000000000000000001}],"meta":{"current_page":2,"per_page":1,"total":2}}',
    );
    const madeText =
      '{"data":[{"id":"1","type":"t","attributes":{"a":1.10000000000000000001}}],"meta":{"current_page":2,"total":2}}';
    expect(speak('v1', madeText)).toBe('{"things":[{"a":1.10000000000000000001}],"page":2,"n":2}');
    expect(hear('v1', '{"id":1,"a":2}')).toBe('{"data":{"id":1,"attributes":{"id":1,"a":2}}}');
  });

  it.each(['{"message":"done"}', 'no JSON', '[]', '{"result":null}'])(
    'stay unchanged without data: %s',
    (body) => {
      expect(hear('v2', body)).toBe(body);
      expect(speak('v1', body)).toBe(body);
    },
  );
});

describe('a profile', () => {
  it.each([
    ['prefix: api', 'is not the beginning of a path'],
    ['prefix: /api/', 'is not the beginning of a path'],
    ['sunset: soon', 'Invalid ISO datetime'],
    ['prefx: /api', 'unknown key prefx'],
    ['errors: rails', 'is laravel, problem or coded'],
    ['errors: { message: a..b }', 'is not a path'],
    ['errors: { texts: { 4xx: No } }', 'goes by a status such as 404'],
    ['errors: { invalid: 200 }', 'invalid'],
    ['errors: { mesage: detail }', 'unknown key mesage'],
    ['auth: digest', 'is bearer, basic, { header: X-Api-Key }, { query: api_key } or { scheme: Token }'],
    ['auth: { header: Host }', 'is not a header that shows a key, such as X-Api-Key'],
    ['auth: { header: X Key }', 'is not a header that shows a key, such as X-Api-Key'],
    ['auth: { scheme: "" }', 'is not a scheme such as Token'],
  ])('with %s is refused with its line and the reason', (line, message) => {
    const read = readProfile({ file: 'api.yaml', text: `name: Pair\nv1:\n  ${line}\nv2: {}\n` });
    expect(read).toMatchObject({
      ok: false,
      failure: [{ line: 3, message: expect.stringContaining(message) as string }],
    });
  });

  it('of the shipped pair leaves every answer unchanged', () => {
    expect(shipped().wire.isPlain).toBe(true);
  });
});
