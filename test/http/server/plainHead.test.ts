import { readPlain } from '../../../src/http/server/plainHead';

const MOST = 16 * 1024;
const read = (text: string, latest?: Parameters<typeof readPlain>[2]) =>
  readPlain(Buffer.from(text, 'latin1'), MOST, latest);

const HEADERS = 'Host: gateway:8080\r\nAuthorization: Bearer k\r\nUser-Agent: bot/1.0 (x)\r\n';
const get = (target: string, more = ''): string => `GET ${target} HTTP/1.1\r\n${HEADERS}${more}\r\n`;
const patch = (more: string, body: string): string =>
  `PATCH /v1/things/1 HTTP/1.1\r\n${HEADERS}${more}\r\n${body}`;

describe('readPlain', () => {
  it('reads a request without a body', () => {
    const message = read(get('/v1/accounts/by-login/a%40b.c?x=1&y[]=2'.replace('[]', '%5B%5D')));
    expect(message).toMatchObject({
      method: 'GET',
      target: '/v1/accounts/by-login/a%40b.c?x=1&y%5B%5D=2',
      headers: { authorization: 'Bearer k', userAgent: 'bot/1.0 (x)', isLast: false },
      body: Buffer.alloc(0),
    });
  });

  it('reads a request with its body, whatever bytes that has', () => {
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const more = `content-TYPE:application/json\r\nTraceparent: ${trace}\r\nContent-Length: 6\r\nConnection: Close\r\n`;
    expect(read(patch(more, '{"\xe4":1'))).toMatchObject({
      method: 'PATCH',
      headers: { contentType: 'application/json', traceparent: trace, isLast: true, length: 6 },
      body: Buffer.from('{"\xe4":1', 'latin1'),
    });
    expect(read(patch('', ''))?.body).toHaveLength(0);
    expect(read(patch('Content-Length: 0\r\n', ''))?.body).toHaveLength(0);
  });

  it('reads the same headers once', () => {
    const first = read(get('/v1/a'));
    const second = read(get('/v1/b'), first?.headers);
    expect(second?.headers).toBe(first?.headers);
    expect(second?.target).toBe('/v1/b');
    expect(read(get('/v1/b', 'Accept: x\r\n'), first?.headers)?.headers).not.toBe(first?.headers);
  });

  it('leaves the body of other headers alone when a request repeats only some of them', () => {
    const first = read(patch('Content-Length: 2\r\n', '{}'));
    expect(read(patch('Content-Length: 3\r\n', '{ }'), first?.headers)?.body.toString()).toBe('{ }');
    expect(read(patch('Content-Length: 2\r\n', '{ }'), first?.headers)).toBeUndefined();
  });

  it.each([
    ['part of a head', get('/v1/a').slice(0, -2)],
    ['part of a body', patch('Content-Length: 3\r\n', '{}')],
    ['more than a body', patch('Content-Length: 2\r\n', '{ }')],
    ['two requests', get('/v1/a') + get('/v1/b')],
    ['a path outside of v1', get('/v2/a')],
    ['the whole of v1', get('/v1')],
    ['a segment of dots', get('/v1/a/../b')],
    ['a segment that begins with a dot', get('/v1/.a')],
    ['dots in disguise', get('/v1/a/%2E%2e/b')],
    ['a slash in disguise', get('/v1/a%2fb')],
    ['a backslash in disguise', get('/v1/a%5Cb')],
    ['a backslash', get('/v1/a\\b')],
    ['a fragment', get('/v1/a#b')],
    ['a raw byte in the target', get('/v1/\xe4')],
    ['another form of a target', get('http://gateway/v1/a')],
    ['HTTP/1.0', get('/v1/a').replace('1.1', '1.0')],
    ['HEAD, whose answer has no body', get('/v1/a').replace('GET', 'HEAD')],
    ['a method in lower case', get('/v1/a').replace('GET', 'get')],
    ['a body on GET', `${get('/v1/a', 'Content-Length: 2\r\n')}{}`],
    ['chunks', patch('Transfer-Encoding: chunked\r\n', '')],
    ['an encoded body', patch('Content-Encoding: gzip\r\nContent-Length: 2\r\n', '{}')],
    ['a wish to go on', patch('Expect: 100-continue\r\nContent-Length: 2\r\n', '{}')],
    ['an upgrade', get('/v1/a', 'Connection: upgrade\r\nUpgrade: h2c\r\n')],
    ['a connection of several words', get('/v1/a', 'Connection: keep-alive, host\r\n')],
    ['a proxy connection', get('/v1/a', 'Proxy-Connection: close\r\n')],
    ['a side that the operator forces', get('/v1/a', 'X-Lifeboat-Force: v1\r\n')],
    ['two lengths', patch('Content-Length: 2\r\nContent-Length: 2\r\n', '{}')],
    ['a length that is none', patch('Content-Length: +2\r\n', '{}')],
    ['no host', `GET /v1/a HTTP/1.1\r\nAccept: x\r\n\r\n`],
    ['two hosts', get('/v1/a', 'host: b\r\n')],
    ['a host that is none', get('/v1/a').replace('gateway:8080', 'a/b')],
    ['two keys', get('/v1/a', 'authorization: Bearer other\r\n')],
    ['a folded line', get('/v1/a', 'X: a\r\n b\r\n')],
    ['a tab', get('/v1/a', 'X:\ta\r\n')],
    ['space before a colon', get('/v1/a', 'X : a\r\n')],
    ['space behind a value', get('/v1/a', 'X: a \r\n')],
    ['a line without a name', get('/v1/a', ': a\r\n')],
    ['a line without a colon', get('/v1/a', 'X\r\n')],
    ['a raw byte in a value', get('/v1/a', 'X: \xe4\r\n')],
    ['a control character in a value', get('/v1/a', 'X: a\0\r\n')],
    ['a line that ends with a line feed', get('/v1/a', 'X: a\nY: b\r\n')],
    ['a hundred headers more', get('/v1/a', 'X: a\r\n'.repeat(98))],
    ['a head of more than half of what one may have', get('/v1/a', `X: ${'a'.repeat(MOST / 2)}\r\n`)],
  ])('leaves to Node %s', (_, text) => {
    expect(read(text)).toBeUndefined();
  });
});
