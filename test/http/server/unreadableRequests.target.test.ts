import fc from 'fast-check';
import { mendTarget } from '../../../src/http/server/unreadableRequests';
import { repetitions } from '../../support/repetitions';

const headers = 'Host: gateway\r\nX-Name: J\xfcr gen\r\n\r\n';
const packet = (line: string, rest = headers) => Buffer.from(`${line}\r\n${rest}`, 'latin1');
const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const mended = (bytes: Buffer) => mendTarget(bytes, bytes.length)?.toString('latin1');

/** Bytes of a request line and what could break it. */
const noise = fc.array(
  fc.oneof(
    fc.constantFrom(' ', '%', '/', '\\', '?', '#', '\r\n', '\r', '\n', '\0', '\t', ' HTTP/1.1', 'GET /v1/'),
    fc.integer({ min: 0, max: 255 }).map((byte) => String.fromCharCode(byte)),
  ),
  { maxLength: 20 },
);

describe('mendTarget', () => {
  it.each([
    ['a+b c', 'a+b%20c'],
    ['a  b', 'a%20%20b'],
    ['a\tb', 'a%09b'],
    [latin1('jürgen'), 'j%C3%BCrgen'],
    [latin1('名 前'), '%E5%90%8D%20%E5%89%8D'],
    ['\xfc', '%FC'],
    ['a b%20c%2f', 'a%20b%20c%2f'],
    ['a b\\c/../d?e=f g#h', 'a%20b\\c/../d?e=f%20g#h'],
  ])('encodes what is raw in %j and nothing else', (login, encoded) => {
    expect(mended(packet(`GET /v1/x/${login} HTTP/1.1`))).toBe(`GET /v1/x/${encoded} HTTP/1.1\r\n${headers}`);
  });

  it.each([
    ['nothing raw', packet('GET /v1/a HTTP/1.1')],
    ['another method', packet('POST /v1/a b HTTP/1.1')],
    ['a method in small letters', packet('get /v1/a b HTTP/1.1')],
    ['a path of v2', packet('GET /v2/a b HTTP/1.1')],
    ['a whole URL', packet('GET http://a/v1/a b HTTP/1.1')],
    ['another version', packet('GET /v1/a b HTTP/1.0')],
    ['no version', packet('GET /v1/a b')],
    ['two versions', packet('GET /v1/a HTTP/1.1 HTTP/1.1')],
    ['a space before the path', packet('GET  /v1/a b HTTP/1.1')],
    ['a space after the path', packet('GET /v1/a b  HTTP/1.1')],
    ['a space after the version', packet('GET /v1/a b HTTP/1.1 ')],
    ['a tab after the path', packet('GET /v1/a b\t HTTP/1.1')],
    ['two versions with a tab', packet('GET /v1/a\tHTTP/1.1 HTTP/1.1')],
    ['a form feed', packet('GET /v1/a\fb c HTTP/1.1')],
    ['a NUL', packet('GET /v1/a\0b c HTTP/1.1')],
    ['a DEL', packet('GET /v1/a\x7fb c HTTP/1.1')],
    ['a bare CR', packet('GET /v1/a\rb c HTTP/1.1')],
    ['a bare LF', packet('GET /v1/a\nb c HTTP/1.1')],
    ['a bare LF in a header', packet('GET /v1/a b HTTP/1.1', 'Host: a\n\nX: a\r\n\r\n')],
    ['an empty line before it', Buffer.concat([Buffer.from('\r\n'), packet('GET /v1/a b HTTP/1.1')])],
    ['a body', packet('GET /v1/a b HTTP/1.1', `${headers}{}`)],
    ['a request after it', packet('GET /v1/a b HTTP/1.1', `${headers}GET /v1/a HTTP/1.1\r\n${headers}`)],
    ['a head that goes on', packet('GET /v1/a b HTTP/1.1', 'Host: a\r\n')],
    ['nothing at all', Buffer.alloc(0)],
  ])('leaves %s alone', (_what, bytes) => {
    expect(mended(bytes)).toBeUndefined();
  });

  it('leaves a line alone that began in an earlier packet', () => {
    const bytes = packet('GET /v1/a b HTTP/1.1');
    expect(mendTarget(bytes, 'GET '.length)).toBeUndefined();
    expect(mendTarget(bytes, 'GET /v1/a'.length)).toBeDefined();
  });

  it('gives one head with the same headers and a target of legal characters, whatever the bytes', () => {
    let hits = 0;
    fc.assert(
      fc.property(noise, noise, (target, after) => {
        const bytes = packet(`GET /v1/${target.join('')} HTTP/1.1`, `${after.join('')}${headers}`);
        const text = mended(bytes);
        if (text === undefined) return;
        hits += 1;
        const [line = '', ...rest] = text.split('\r\n');
        expect(line).toMatch(/^GET \/v1\/[!-~]+ HTTP\/1\.1$/);
        expect(rest.join('\r\n')).toBe(bytes.toString('latin1').slice(bytes.indexOf('\r\n') + 2));
        expect(text.indexOf('\r\n\r\n')).toBe(text.length - 4);
        expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        expect(mended(Buffer.from(text, 'latin1'))).toBeUndefined();
      }),
      { numRuns: repetitions(1_000, 5_000) },
    );
    expect(hits).toBeGreaterThan(0);
  });
});
