import { market, rowsTo } from '../gateway/support/pagedMarket.ts';
import { sampleOffer } from '../support/sampleOffer.ts';
import { startGateway, type StartedGateway } from '../support/startGateway.ts';
import { ask } from '../support/talk.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';

const PATH = '/v1/currency-offers/7';
const offer = JSON.stringify({ data: sampleOffer });
const CHANGE = JSON.stringify({
  description: 'By hand.',
  price: 0.5,
  stock: 100,
  min_quantity: 10,
  game: 'void-racers',
  delivery_time: { duration: 45, unit: 'minutes' },
});

/** Dates before and after the gateway was started. */
const [PAST, FUTURE, LATER] = [2001, 2098, 2099].map((year) => new Date(Date.UTC(year, 0, 1)).toUTCString());

let v2: ScriptedUpstream;
let gateway: StartedGateway;

beforeAll(async () => {
  v2 = await startUpstream();
  gateway = await startGateway({ v2: v2.origin });
});

beforeEach(() => v2.forget());

afterAll(async () => {
  await gateway.close();
  await v2.close();
});

/** Reads the offer of which v2 says this, under the conditions of its client. */
async function read(
  headers: Record<string, string>,
  conditions: Record<string, string> = {},
  method = 'GET',
) {
  v2.play(answering(200, offer, headers));
  return ask(gateway.origin, { method, path: PATH, headers: { Authorization: 'Bearer k', ...conditions } });
}

/** Asks for the offer while v2 says that it is not modified. */
function askUnmodified(conditions: Record<string, string>, method = 'GET') {
  v2.play({
    request: (_request, socket) => socket.write('HTTP/1.1 304 Not Modified\r\nETag: "abc"\r\n\r\n'),
  });
  return ask(gateway.origin, { method, path: PATH, headers: { Authorization: 'Bearer k', ...conditions } });
}

const tagOf = async (headers: Record<string, string>): Promise<string> =>
  (await read(headers)).headers['etag'] ?? '';

describe('a translated conditional read', () => {
  it.each(['"abc"', 'W/"abc"'])('has its own weak tag for %s of v2 (RFC 9110 8.8.1, 8.8.3)', async (etag) => {
    expect(await tagOf({ etag })).toMatch(/^W\/"\d+\.\d+\.\d+-[0-9a-f]{12}-abc"$/);
  });

  it.each(['', 'abc', '"a', 'W/', '"\u00e9"'])('has no tag if v2 sends none: %j', async (etag) => {
    expect((await read({ etag })).headers).not.toHaveProperty('etag');
  });

  it.each(['GET', 'HEAD'])(
    'of %s is answered 304 without a body or a length if v2 has nothing newer (RFC 9110 8.6, 15.4.5)',
    async (method) => {
      const etag = await tagOf({ etag: '"abc"' });
      v2.forget();
      const answer = await askUnmodified({ 'If-None-Match': etag }, method);
      expect(answer).toMatchObject({ status: 304, body: '', headers: { etag, 'cache-control': 'no-store' } });
      expect(answer.headers).not.toHaveProperty('content-length');
      expect(answer.headers).not.toHaveProperty('content-type');
      expect(v2.requests.map(({ headers }) => headers['if-none-match'])).toEqual(['W/"abc"']);
    },
  );

  it('sends all its tags to v2, and every known tag for * (RFC 9110 13.1.2)', async () => {
    const [firstText, second] = [await tagOf({ etag: '"a,b"' }), await tagOf({ etag: '"c"' })];
    v2.forget();
    await read({}, { 'If-None-Match': `"x", ${firstText},W/"y", ${second}` });
    await read({}, { 'If-None-Match': '*' });
    expect(v2.requests.map(({ headers }) => headers['if-none-match'])).toEqual(['W/"a,b", W/"c"', '*']);
  });

  it('is answered in full if its tag is from v2 or from another mapping', async () => {
    const etag = (await tagOf({ etag: '"abc"' })).replace(/[0-9a-f](?=-abc)/, 'x');
    v2.forget();
    const answer = await read({ etag: '"abc"' }, { 'If-None-Match': `"abc", W/"abc", ${etag}` });
    expect(answer.status).toBe(200);
    expect(v2.requests[0]?.headers).not.toHaveProperty('if-none-match');
    const head = await read({ etag: '"abc"' }, {}, 'HEAD');
    expect(head).toMatchObject({ status: 200, body: '', headers: { 'content-type': 'application/json' } });
  });

  it('sends its date to v2, and returns the date of v2 (RFC 9110 8.8.2, 13.1.3)', async () => {
    const answer = await read({ 'last-modified': FUTURE ?? '' }, { 'If-Modified-Since': LATER ?? '' });
    expect(answer.headers['last-modified']).toBe(FUTURE);
    expect(v2.requests[0]?.headers['if-modified-since']).toBe(LATER);
    expect((await askUnmodified({ 'If-Modified-Since': LATER ?? '' })).status).toBe(304);
  });

  it('ignores a date before the mappings came into force', async () => {
    const answer = await read({ 'last-modified': PAST ?? '' }, { 'If-Modified-Since': PAST ?? '' });
    expect(answer.headers).not.toHaveProperty('last-modified');
    expect(v2.requests[0]?.headers).not.toHaveProperty('if-modified-since');
  });

  it.each([
    ['beside a tag', { 'If-None-Match': '"x"', 'If-Modified-Since': LATER ?? '' }],
    ['that is none', { 'If-Modified-Since': '2099-01-01' }],
  ])('omits a date %s (RFC 9110 13.1.3)', async (_what, conditions) => {
    await read({}, conditions);
    expect(v2.requests[0]?.headers).not.toHaveProperty('if-modified-since');
  });

  it('is not answered 304 if v2 sends an unrequested 304', async () => {
    expect((await askUnmodified({})).status).toBe(502);
  });

  it('has no tag for a list, which is made from several answers of v2', async () => {
    const path = '/v2/item-offers?page=1&per_page=15&sort=id';
    const page = await market(rowsTo(3)).upstream({
      method: 'GET',
      path,
      requestId: '',
      deadlineAt: Infinity,
    });
    v2.play(answering(200, page.ok ? page.value.body.toString() : '', { etag: '"abc"' }));
    const headers = { Authorization: 'Bearer k', 'If-None-Match': '*' };
    const answer = await ask(gateway.origin, { path: '/v1/item-offers', headers });
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('etag');
    expect(v2.requests[0]?.headers).not.toHaveProperty('if-none-match');
  });
});

describe('a translated conditional write', () => {
  it('ignores If-Match and If-Unmodified-Since, which v1 never knew: it is executed, and v2 gets no condition', async () => {
    const etag = await tagOf({ etag: '"abc"' });
    v2.forget();
    for (const conditions of [
      { 'If-Match': etag },
      { 'If-Match': '"x"', 'If-Unmodified-Since': PAST ?? '' },
    ]) {
      const headers = { Authorization: 'Bearer k', 'Content-Type': 'application/json', ...conditions };
      const answer = await ask(gateway.origin, { method: 'PATCH', path: PATH, headers, body: CHANGE });
      expect(answer.status).toBe(200);
    }
    expect(v2.requests.map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
    for (const { headers } of v2.requests)
      expect(Object.keys(headers).filter((name) => name.startsWith('if-'))).toEqual([]);
  });
});

describe('a conditional write that is passed through', () => {
  it('reaches v2 with its conditions, and returns the 412 of v2 (RFC 9110 13.1.1)', async () => {
    v2.play(answering(412, '{"message":"Changed."}'));
    const headers = { 'If-Match': '"abc"', 'Content-Type': 'application/json' };
    const answer = await ask(gateway.origin, {
      method: 'PATCH',
      path: '/v2/account-offers/1',
      headers,
      body: '{}',
    });
    expect(answer).toMatchObject({ status: 412, body: '{"message":"Changed."}' });
    expect(v2.requests[0]?.headers['if-match']).toBe('"abc"');
  });
});

describe('a conditional read that is passed through', () => {
  it('reaches v2 with its conditions, and returns the answer of v2 unchanged (RFC 9110 13.2)', async () => {
    v2.play({
      request: (_request, socket) => socket.write('HTTP/1.1 304 Not Modified\r\nETag: "abc"\r\n\r\n'),
    });
    const conditions = { 'If-None-Match': '"abc"', 'If-Modified-Since': PAST ?? '' };
    const answer = await ask(gateway.origin, { path: '/v2/account-offers/1', headers: conditions });
    expect(answer).toMatchObject({ status: 304, body: '', headers: { etag: '"abc"' } });
    expect(answer.headers).not.toHaveProperty('content-length');
    expect(v2.requests[0]?.headers).toMatchObject({
      'if-none-match': '"abc"',
      'if-modified-since': PAST,
    });
  });

  it.each([
    ['"abc"', 'W/"abc"'],
    ['W/"abc"', 'W/"abc"'],
  ])(
    'shows the tag %s as %s if the links of its list are rewritten (RFC 9110 8.8.1)',
    async (etag, expected) => {
      const list = JSON.stringify({ data: [], links: { first: `${v2.origin}/v2/account-offers?page=1` } });
      v2.play(answering(200, list, { etag, 'content-digest': 'sha-256=:x:' }));
      const answer = await ask(gateway.origin, { path: '/v2/account-offers' });
      expect(answer.headers['etag']).toBe(expected);
      expect(answer.headers).not.toHaveProperty('content-digest');
    },
  );
});
