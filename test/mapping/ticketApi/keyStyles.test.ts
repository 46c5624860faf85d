import { hall, playTicket, ticketApiFaults, ticketOpenApi } from '../support/ticketApi.ts';

const profileOf = (v1: string, v2: string): string =>
  `name: Tickets\nv1: { auth: ${v1} }\nv2: { auth: ${v2} }\n`;
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

type Headers = Readonly<Record<string, string>>;

/** Reads a room with these headers: the status, and the headers that show a key to whoever answers. */
async function read(
  profile: string,
  headers: Headers,
  remainingEntry: { path?: string; isByV1?: boolean } = {},
) {
  const { status, sent } = await playTicket({
    path: '/v1/rooms/hall',
    headers,
    profile,
    v2: [{ body: { data: hall } }],
    ...remainingEntry,
  });
  const [call] = sent.map((entry) => entry.headers as Headers);
  const paths = sent.map(({ path }) => path);
  return { status, paths, shown: [call?.['authorization'], call?.['x-api-key'], call?.['x-token']] };
}

const [header, token, query] = ['{ header: X-Api-Key }', '{ header: X-Token }', '{ query: api_key }'];
const room7 = '/v1/rooms/hall';

describe('a key of a client', () => {
  it.each<[string, string, Headers, readonly (string | undefined)[]]>([
    ['bearer', header, { Authorization: 'Bearer k' }, [undefined, 'k', undefined]],
    [header, 'bearer', { 'X-Api-Key': 'k' }, ['Bearer k', undefined, undefined]],
    [header, token, { 'x-api-key': 'k' }, [undefined, undefined, 'k']],
    [header, 'basic', { 'X-Api-Key': 'me:k' }, [basic('me:k'), undefined, undefined]],
    ['basic', header, { Authorization: basic('me:k') }, [undefined, 'me:k', undefined]],
    ['basic', 'basic', { Authorization: basic('mé:a word') }, [basic('mé:a word'), undefined, undefined]],
    ['{ scheme: Token }', 'bearer', { Authorization: 'token k' }, ['Bearer k', undefined, undefined]],
    ['bearer', '{ scheme: Token }', { Authorization: 'Bearer k' }, ['Token k', undefined, undefined]],
  ])('that v1 takes as %s is shown to v2 as %s', async (v1, v2, headers, shownTexts) => {
    expect(await read(profileOf(v1, v2), headers)).toMatchObject({ status: 200, shown: shownTexts });
  });

  it.each<[string, string, string, Headers, string, string | undefined]>([
    ['bearer', query, room7, { Authorization: 'Bearer k&1' }, '/v2/rooms/hall?api_key=k%261', undefined],
    [query, 'bearer', `${room7}?api_key=k%261`, {}, '/v2/rooms/hall', 'Bearer k&1'],
    [query, query, `${room7}?api%5Fkey=k`, {}, '/v2/rooms/hall?api_key=k', undefined],
    [header, '{ query: token }', room7, { 'X-Api-Key': 'k' }, '/v2/rooms/hall?token=k', undefined],
  ])('that v1 takes as %s is shown to v2 as %s, at %s', async (v1, v2, path, headers, sentPath, shown) => {
    const answered = await read(profileOf(v1, v2), headers, { path });
    expect(answered).toMatchObject({ status: 200, paths: [sentPath] });
    expect(answered.shown[0]).toBe(shown);
  });

  it.each([room7, `${room7}?api_key=`, `${room7}?api_key=two+words`, `${room7}?api_key=k&api_key=other`])(
    'is missing if v1 takes it in the query and the client asks for %s',
    async (path) => {
      const { status, paths } = await read(
        profileOf(query, 'bearer'),
        { Authorization: 'Bearer k' },
        { path },
      );
      expect([status, paths]).toEqual([401, []]);
    },
  );

  it('that an API takes in the query reaches it on the paths that are passed on', async () => {
    const profile = profileOf(query, '{ query: token }');
    const toV1 = await read(profile, {}, { path: '/v1/halls?a=%C3%BC&api_key=k&b=1', isByV1: true });
    expect(toV1.paths).toEqual(['/v1/halls?a=%C3%BC&b=1&api_key=k']);
    const toV2 = await read(profile, {}, { path: '/v2/rooms?token=k' });
    expect(toV2.paths).toEqual(['/v2/rooms?token=k']);
  });

  it.each([
    ['v1', 'q', 'takes q in its query, which shows the key of v1'],
    ['v1', 'per_page', 'takes per_page in its query, which shows the key of v1'],
    ['v2', 'include', 'takes include in its query, which shows the key of v2'],
    ['v2', 'skip', 'takes skip in its query, which shows the key of v2'],
  ])(
    'is a fault where it stands in the query of %s as %s, which an operation takes',
    (side, name, message) => {
      const auth = { v1: 'bearer', v2: 'bearer', [side]: `{ query: ${name} }` };
      expect(ticketApiFaults('', '', profileOf(auth.v1, auth.v2)).join('\n')).toContain(message);
    },
  );

  it.each<[string, Headers]>([
    [header, { Authorization: 'Bearer k' }],
    [header, { 'X-Api-Key': 'two words' }],
    ['basic', { Authorization: 'Bearer k' }],
    ['{ scheme: Token }', { Authorization: 'Bearer k' }],
  ])('is missing if v1 takes it as %s and the client uses another form', async (v1, headers) => {
    const { status, shown: shownTexts } = await read(profileOf(v1, 'bearer'), headers);
    expect([status, shownTexts]).toEqual([401, [undefined, undefined, undefined]]);
  });

  it.each<[string, Headers]>([
    [header, { 'X-Api-Key': 'k' }],
    [header, { 'X-Api-Key': 'k', Authorization: 'Basic of-a-proxy' }],
    [header, { Authorization: 'Bearer k' }],
    ['basic', { Authorization: basic('me:k') }],
    ['{ scheme: Token }', { Authorization: 'Token k' }],
  ])('that v1 takes as %s reaches v1 as the client wrote it', async (v1, headers) => {
    const { shown: shownTexts } = await read(profileOf(v1, token), headers, {
      path: '/v1/halls',
      isByV1: true,
    });
    expect(shownTexts).toEqual([headers['Authorization'], headers['X-Api-Key'], undefined]);
  });

  it('is taken in v2’s form on the paths of v2', async () => {
    const passed = await read(profileOf(header, token), { 'X-Token': 'k' }, { path: '/v2/rooms/hall' });
    expect(passed).toMatchObject({ status: 200, shown: [undefined, undefined, 'k'] });
  });

  it.each([
    [header, { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } }],
    [query, { key: { type: 'apiKey', in: 'query', name: 'api_key' } }],
    ['basic', { basic: { type: 'http', scheme: 'basic' } }],
    ['bearer', { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } }],
  ])('that v1 takes as %s has that form in the OpenAPI document', (v1, securitySchemes) => {
    const document = ticketOpenApi(profileOf(v1, 'bearer'));
    expect(document).toMatchObject({
      components: { securitySchemes },
      security: [Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, []]))],
    });
  });
});
