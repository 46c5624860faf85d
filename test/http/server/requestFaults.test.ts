import { startEdge, type EdgeUnderTest } from '../../support/edgeUnderTest.ts';
import { ask, requestText, talk } from '../../support/talk.ts';
import { answering } from '../../support/upstream.ts';

let edge: EdgeUnderTest;

beforeAll(async () => {
  edge = await startEdge();
  edge.v1.play(answering(200, '{}'));
  edge.v2.play(answering(200, '{}'));
});

afterAll(() => edge.close());

const seenCount = (): number => edge.v1.requests.length + edge.v2.requests.length + edge.handled.length;

async function refused(bytes: string, status = 400): Promise<void> {
  const countBefore = seenCount();
  const answer = await talk(edge.origin, bytes);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toEqual({ message: expect.any(String) as string });
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.headers['x-request-id']).toHaveLength(36);
  expect(answer.wire.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(seenCount()).toBe(countBefore);
}

async function accepted(bytes: string): Promise<void> {
  const countBefore = seenCount();
  expect((await talk(edge.origin, bytes)).status).toBe(200);
  expect(seenCount()).toBe(countBefore + 1);
}

const lines = (...givenTexts: readonly string[]): string =>
  `${givenTexts.join('\r\n')}\r\nConnection: close\r\n\r\n`;

describe('a request that cannot be framed or routed, and never reaches an upstream', () => {
  it.each([
    'http://elsewhere/v2/x',
    'http://[::1/',
    'http://',
    'http:///v2/x',
    'https://gateway/v2/x',
    'ftp://elsewhere/v2',
    '*',
    '//elsewhere/v2/x',
    '///v2/x',
    '/v2/x#fragment',
    '/v2/../admin',
    '/v2/..',
    '/v2/.',
    '/v2/./x',
    '/v2/%2e%2e/admin',
    '/v2/.%2E/admin',
    '/v2/..%2fadmin',
    '/v2/x%2f..%2f..%2fadmin',
    '/v2/..\\admin',
    '/v2/%5c..%5cadmin',
    '/v2\\x',
    '/v1/../v2/x',
  ])('answers 400 to the target %s', (target) => refused(requestText({ path: target })));

  it.each(['', 'hello'])(
    'answers 405 to TRACE with the body "%s", and lists the allowed methods',
    async (body) => {
      const { status, headers } = await talk(
        edge.origin,
        requestText({ method: 'TRACE', path: '/v2/x', body }),
      );
      expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS']);
      expect(edge.v2.requests).toEqual([]);
    },
  );

  it('answers 400 to CONNECT', () => refused(requestText({ method: 'CONNECT', path: 'elsewhere:443' })));

  it.each(['OPTIONS *', 'GET foo', 'GET ?x', 'GET', 'get /v2/x', 'FOO /v2/x'])(
    'answers 400 to the request line "%s"',
    (start) => refused(lines(`${start} HTTP/1.1`, 'Host: a')),
  );

  it.each([
    ['no Host', ['GET /v2/x HTTP/1.1']],
    ['no Host in HTTP/1.0', ['GET /v2/x HTTP/1.0']],
    ['two', ['GET /v2/x HTTP/1.1', 'Host: a', 'Host: a']],
    ['two that differ', ['GET /v2/x HTTP/1.1', 'Host: a', 'host: b']],
    ['an empty one', ['GET /v2/x HTTP/1.1', 'Host: ']],
    ['a list', ['GET /v2/x HTTP/1.1', 'Host: a, b']],
    ['a path in it', ['GET /v2/x HTTP/1.1', 'Host: a/b']],
    ['a user in it', ['GET /v2/x HTTP/1.1', 'Host: a@b']],
    ['no number for a port', ['GET /v2/x HTTP/1.1', 'Host: a:b']],
    ['a space in it', ['GET /v2/x HTTP/1.1', 'Host: a b']],
  ])('answers 400 to a Host header with %s', (_what, givenTexts) => refused(lines(...givenTexts)));

  it.each([
    ['a length and chunks', 'POST', ['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['chunks and a length', 'POST', ['Transfer-Encoding: chunked', 'Content-Length: 5'], '0\r\n\r\n'],
    ['two lengths', 'POST', ['Content-Length: 5', 'Content-Length: 6'], 'hello!'],
    ['a list of lengths', 'POST', ['Content-Length: 5, 5'], 'hello'],
    ['a negative length', 'POST', ['Content-Length: -5'], 'hello'],
    ['a length with a sign', 'POST', ['Content-Length: +5'], 'hello'],
    ['a length in hexadecimal', 'POST', ['Content-Length: 0x5'], 'hello'],
    ['a coding before the chunks', 'POST', ['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'],
    ['a coding after the chunks', 'POST', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
    ['chunks twice', 'POST', ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['another coding', 'POST', ['Transfer-Encoding: identity'], ''],
    ['an unknown coding', 'POST', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['a space before the colon', 'POST', ['Transfer-Encoding : chunked'], '0\r\n\r\n'],
    ['a folded header', 'POST', ['Transfer-Encoding:', ' chunked'], '0\r\n\r\n'],
    ['a chunk size that is no number', 'POST', ['Transfer-Encoding: chunked'], 'zz\r\nhello\r\n0\r\n\r\n'],
    ['a NUL in a header', 'GET', ['X-A: a\0b'], ''],
    ['a bare CR in a header', 'GET', ['X-A: a\rX-B: b'], ''],
  ])('answers 400 to %s (%s)', async (_what, method, headers, body) => {
    await refused(lines(`${method} /v2/x HTTP/1.1`, 'Host: a', ...headers) + body);
  });

  it('answers 400 to chunks in HTTP/1.0', () =>
    refused(lines('POST /v2/x HTTP/1.0', 'Host: a', 'Transfer-Encoding: chunked') + '0\r\n\r\n'));

  it.each([101, 102, 150])('answers 431 to %i header lines, whatever the last one is', (count) => {
    const fillers = Array.from({ length: count - 3 }, (_, index) => `X-${index}: a`);
    const bytes = lines('GET /v2/x HTTP/1.1', 'Host: a', ...fillers, 'Transfer-Encoding: chunked');
    return refused(`${bytes}5\r\nhello\r\n0\r\n\r\n`, 431);
  });

  it('answers 431 to headers over 16 KiB', () =>
    refused(lines('GET /v2/x HTTP/1.1', 'Host: a', `X-A: ${'a'.repeat(17_000)}`), 431));

  it('answers 431 to a target over 16 KiB', () =>
    refused(requestText({ path: `/v2/${'a'.repeat(17_000)}` }), 431));
});

describe('an unusual but valid request', () => {
  it.each([
    '/v2/x%252e%252e/y',
    '/v2/...',
    '/v2/a..b',
    '/v2/.well-known',
    '/v2/x?next=../y&u=http://z//',
    '/v2//x',
    '/v2/x%2Fy',
    '/v2/a+b',
    '/v2/%zz',
    '/v2/{"|^`<>}',
  ])('passes the target %s on unchanged', async (target) => {
    await accepted(requestText({ path: target }));
    expect(edge.v2.requests.at(-1)?.path).toBe(target);
  });

  it.each(['a', 'a.example', 'A.EXAMPLE:8080', '127.0.0.1:1', '[::1]', '[::1]:8080', 'my_host'])(
    'accepts the Host %s',
    (host) => accepted(lines('GET /v2/x HTTP/1.1', `Host: ${host}`)),
  );

  it('accepts 100 header lines', () => {
    const fillers = Array.from({ length: 98 }, (_, index) => `X-${index}: a`);
    return accepted(lines('GET /v2/x HTTP/1.1', 'Host: a', ...fillers));
  });

  it.each(['GET', 'DELETE', 'OPTIONS'])('accepts a length of 0 on %s', (method) =>
    accepted(lines(`${method} /v2/x HTTP/1.1`, 'Host: a', 'Content-Length: 0')),
  );

  it('ignores an unknown expectation', async () => {
    const answer = await ask(edge.origin, { path: '/v2/x', headers: { Expect: 'miracles' } });
    expect(answer.status).toBe(200);
  });
});
