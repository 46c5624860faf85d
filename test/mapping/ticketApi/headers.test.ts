import { readProfile } from '../../../src/mapping/profile/profileFile.js';
import type { ExchangeAnswer } from '../support/playExchange.ts';
import {
  hall,
  playTicket,
  type TicketExchange,
  expectTicketFault,
  ticketGuide,
  ticketOpenApi,
  ticketLedger,
} from '../support/ticketApi.ts';

const shown = { body: { data: hall } };

/** Sends a request with headers: the answer, and the headers of each call by their names in lower case. */
async function send(
  exchange: Pick<TicketExchange, 'method' | 'path' | 'body' | 'isByV1' | 'profile'>,
  headers: Readonly<Record<string, string>>,
  ...v2: readonly ExchangeAnswer[]
) {
  const played = await playTicket({
    ...exchange,
    headers: { Authorization: 'Bearer key-1', ...headers },
    v2,
  });
  const calls = played.sent.map((call) => ({
    method: call.method,
    headers: new Map<string, unknown>(Object.entries(call.headers ?? {})),
  }));
  return { ...played, calls };
}

const get = { path: '/v1/rooms/hall' };
const post = { method: 'POST', path: '/v1/rooms', body: { label: 'Hall', fee: '12.50' } };
const rename = { method: 'PUT', path: '/v1/rooms/hall/sign', body: { label: 'Hall' } };

describe('the headers of a request', () => {
  it('go to v2 under its own names and in its own words, and no others do', async () => {
    const read = await send(get, { 'Accept-Language': 'de', 'X-Source': 'app', 'X-Other': '1' }, shown);
    expect(read.status).toBe(200);
    expect([...(read.calls[0]?.headers ?? [])]).toContainEqual(['x-locale', 'de_DE']);
    for (const name of ['accept-language', 'x-source', 'x-other'])
      expect(read.calls[0]?.headers.has(name)).toBe(false);
    const written = await send(
      post,
      { 'Idempotency-Key': '"k1"', 'X-Source': 'app' },
      { status: 201, ...shown },
    );
    expect(written.status).toBe(201);
    expect(written.calls[0]?.headers.get('x-request-token')).toBe('"k1"');
    expect(written.calls[0]?.headers.has('x-source')).toBe(false);
  });

  it('refuse the request with a word that v2 does not have, and where the file says so', async () => {
    const foreign = await send(get, { 'Accept-Language': 'fr' });
    expect(foreign).toMatchObject({
      status: 422,
      json: { errors: { 'Accept-Language': ['The selected Accept-Language is invalid.'] } },
      sent: [],
    });
    const refused = await send(rename, { 'If-Unmodified-Since': 'Mon, 01 Jan 2024 00:00:00 GMT' });
    expect(refused).toMatchObject({ status: 422, sent: [] });
    expect(refused.body).toContain('The If-Unmodified-Since header is prohibited.');
  });

  it('name the state that a read has shown by the tag of v2, in the write alone', async () => {
    const { headers } = await send(get, {}, { ...shown, headers: { ETag: '"s1"' } });
    const acknowledged = { status: 202, body: {} };
    const written = await send(
      rename,
      { 'If-Match': headers['etag'] ?? '', 'Accept-Language': 'de' },
      acknowledged,
      shown,
    );
    expect(written.status).toBe(200);
    const conditions = written.calls.map((call) => [call.method, call.headers.get('if-match')]);
    expect(conditions).toEqual([
      ['PATCH', '"s1"'],
      ['GET', undefined],
    ]);
    expect(written.calls.map((call) => call.headers.get('accept-language'))).toEqual(['de', 'de']);
  });

  it('are refused by v2 where the resource is in another state', async () => {
    const refused = await send(rename, { 'If-Match': '"s0"' }, { status: 412, body: { message: 'x.y' } });
    expect(refused).toMatchObject({
      status: 412,
      json: { message: 'The resource is no longer in the state that the request names.' },
    });
  });

  it("go to v1 as they came where it is asked in v2's place", async () => {
    const { calls, headers, status } = await send(
      { ...get, isByV1: true },
      { 'Accept-Language': 'fr', 'X-Other': '1' },
      { ...shown, headers: { 'X-Tier': 'gold', 'X-Room-Class': 'g' } },
    );
    expect([status, headers['x-tier']]).toEqual([200, 'gold']);
    expect(calls[0]?.headers.get('accept-language')).toBe('fr');
  });
});

describe('the headers of a profile', () => {
  it('go with each call of their API, and never take the place of a key', async () => {
    const profile = `
name: Tickets
v1: { headers: { X-Version: '1' } }
v2: { headers: { X-Version: '2', X-Key: fixed }, auth: { header: X-Key } }
`;
    for (const [language, expected] of [
      ['de', ['2', 'key-1']],
      ['fr', ['1', undefined]],
    ] as const) {
      const { calls } = await send({ ...get, isByV1: true, profile }, { 'Accept-Language': language }, shown);
      const headers = calls[0]?.headers;
      expect([headers?.get('x-version'), headers?.get('x-key')]).toEqual(expected);
    }
  });

  it.each(['Authorization: k', 'Host: h', 'X-A: "a\\nb"'])('are no %s', (line) => {
    expect(
      readProfile({ file: 'api.yaml', text: `name: T\nv1: {}\nv2: { headers: { ${line} } }\n` }).ok,
    ).toBe(false);
  });
});

describe('the headers of an answer', () => {
  it.each([
    ['gold', 'gold'],
    ['', undefined],
    ['\u00e9', undefined],
  ])('have the value %j of v2 under the name of v1 as %j', async (value, expected) => {
    const { headers } = await send(get, {}, { ...shown, headers: { 'X-Room-Class': value } });
    expect([headers['x-tier'], headers['x-room-class']]).toEqual([expected, undefined]);
  });
});

describe('the documents of headers', () => {
  it('name each of them, and what becomes of it', () => {
    const ledger = ticketLedger('room');
    expect(ledger?.members.filter(({ member }) => member.endsWith(':'))).toMatchObject([
      { member: 'Idempotency-Key:', target: 'X-Request-Token:', class: 'exact' },
      { member: 'Accept-Language:', target: 'X-Locale:', class: 'converted' },
      { member: 'If-Match:', target: 'If-Match:', class: 'exact' },
      { member: 'Accept-Language:', target: 'Accept-Language:', class: 'exact' },
    ]);
    expect(ledger?.losses).toMatchObject([{ member: 'X-Source:' }, { member: 'If-Unmodified-Since:' }]);
    expect(ledger?.answers).toMatchObject([{ attribute: 'X-Tier:', source: 'X-Room-Class:' }]);
    const guide = ticketGuide();
    expect(guide).toMatch(/`Accept-Language:`.*`X-Locale:`.*In the header: `de` is `de_DE`/);
    expect(guide).toMatch(/`If-Unmodified-Since:`.*a request with it is refused/);
    expect(guide).toContain('The header `X-Tier:` of the answer is `X-Room-Class:` in v2.');
    expect(ticketOpenApi()).toMatchObject({
      paths: {
        '/v1/rooms/{room}': {
          get: {
            parameters: [{}, { name: 'Accept-Language', in: 'header', schema: { enum: ['de', 'en'] } }],
            responses: { 200: { headers: { 'x-tier': { schema: { type: 'string' } } } } },
          },
        },
        '/v1/rooms/{room}/sign': {
          put: {
            parameters: [{}, { name: 'If-Match' }, {}, { name: 'If-Unmodified-Since', in: 'header' }],
            responses: { 412: {} },
          },
        },
      },
    });
  });
});

describe('headers in a mapping file', () => {
  it.each([
    [
      'Idempotency-Key: X-Request-Token',
      'Idempotency-Key: Authorization',
      'itself reads and writes Authorization',
      'hint: delete it',
    ],
    ['Idempotency-Key: X-Request-Token', 'If-None-Match: X-Tag', 'itself reads and writes If-None-Match'],
    ['Idempotency-Key: X-Request-Token', 'a_b: X-Tag', 'a_b is no name of a header'],
    ['X-Source: v2', 'idempotency-key: v2', 'idempotency-key is read already'],
    ['X-Source: v2', 'If-None-Match: v2', 'itself reads and writes If-None-Match'],
    [
      'Accept-Language: Accept-Language }',
      'Accept-Language: if-match }',
      'if-match is sent already',
      'hint: name it once',
    ],
    ['refuses: [If-Unmodified-Since]', 'refuses: [if-match]', 'if-match is read already'],
    ['X-Tier: X-Room-Class', 'Location: X-Room-Class', 'itself reads and writes Location'],
    ['answers: { X-Tier', 'anwsers: { X-Tier', 'did you mean "answers"?'],
    [
      'query: { takes: { q: search }, others: refuse }',
      'headers: { takes: { If-Match: If-Match }, answers: { X-A: X-B } }',
      'If-Match is about one resource, not a list',
      'hint: delete it',
      'a list has the answers of several pages',
    ],
  ])('are a fault with %s as %s', expectTicketFault);
});
