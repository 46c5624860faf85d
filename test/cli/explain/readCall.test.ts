import { fc } from '../../support/fastCheck.ts';
import { quote } from 'shlex';
import { readCall } from '../../../src/cli/explain/readCall.js';

const read = (words: readonly string[], body?: string, headers: readonly string[] = []) =>
  readCall({ words, body, headers });

const none = { authorization: undefined, contentType: undefined, given: {} };

describe('a pasted curl command', () => {
  it('is read with its quotes, its line breaks and its key', () => {
    const pasted = `curl --silent --show-error \\
      --header 'Authorization: Bearer 7|abc' \\
      "http://127.0.0.1:8080/v1/accounts/by-login/some@login"`;
    expect(read([pasted])).toEqual({
      ok: true,
      value: {
        method: 'GET',
        path: '/v1/accounts/by-login/some@login',
        headers: {
          authorization: 'Bearer 7|abc',
          contentType: undefined,
          given: { authorization: 'Bearer 7|abc' },
        },
        body: undefined,
      },
    });
  });

  it.each([
    [
      `curl -X PATCH -H 'Content-Type: application/json' -d '{"a":1}' http://h/v1/x`,
      'PATCH',
      'application/json',
    ],
    [`curl -XPATCH --json '{"a":1}' http://h/v1/x`, 'PATCH', 'application/json'],
    [`curl --json '{"a":1}' http://h/v1/x`, 'POST', 'application/json'],
    [`curl --data-raw '{"a":1}' --url http://h/v1/x`, 'POST', 'application/x-www-form-urlencoded'],
    [`curl -sSkLX PATCH --data-binary '{"a":1}' http://h/v1/x`, 'PATCH', 'application/x-www-form-urlencoded'],
    [
      `curl $'http://h/v1/x' --data-raw $'{"a":1}' -H 'content-type: application/json' -m 5`,
      'POST',
      'application/json',
    ],
  ])('is sent as curl would send it: %s', (pasted, method, contentType) => {
    expect(read([pasted])).toMatchObject({
      ok: true,
      value: { method, path: '/v1/x', headers: { contentType }, body: { kind: 'text', text: '{"a":1}' } },
    });
  });

  it('may name a file for its body, except with --data-raw', () => {
    expect(read(['curl -d @body.json http://h/v1/x'])).toMatchObject({
      value: { body: { kind: 'file', file: 'body.json' } },
    });
    expect(read(['curl --data-raw @body.json http://h/v1/x'])).toMatchObject({
      value: { body: { kind: 'text', text: '@body.json' } },
    });
  });

  it.each([
    ['http://h/v1/a%2Fb', '/v1/a%2Fb'],
    ['http://h/v1/a/../b', '/v1/a/../b'],
    ['h:8080/v1/x?page=2#top', '/h:8080/v1/x?page=2'],
    ['http://[::1]:8080/v1/x', '/v1/x'],
    ['http://h', '/'],
  ])('keeps the path of %s as written', (address, path) => {
    expect(read([`curl ${quote(address)}`])).toMatchObject({ value: { path } });
  });

  it('may be split into several arguments', () => {
    expect(read(['curl', '-X', 'DELETE', 'http://h/v1/x'])).toMatchObject({ value: { method: 'DELETE' } });
  });

  it('takes the key of --oauth2-bearer, and prefers the header option of lifeboat', () => {
    const pasted = 'curl --oauth2-bearer first http://h/v1/x';
    expect(read([pasted])).toMatchObject({ value: { headers: { authorization: 'Bearer first' } } });
    expect(read([pasted], undefined, ['Authorization: Bearer second'])).toMatchObject({
      value: { headers: { authorization: 'Bearer second' } },
    });
  });

  it.each([
    ['curl -u me:secret http://h/v1/x', 'header'],
    ['curl -G -d a=1 http://h/v1/x', 'query'],
    ['curl -I http://h/v1/x', 'HEAD'],
    ['curl -F a=b http://h/v1/x', 'JSON'],
    ['curl --fancy http://h/v1/x', "Unknown option '--fancy'"],
    ['curl -d a -d b http://h/v1/x', 'one option'],
    ['curl', 'one address'],
    ['curl http://h/v1/x http://h/v1/y', 'one address'],
    ["curl 'http://h/v1/x", 'quotation mark'],
  ])('is refused if it cannot be explained: %s', (pasted, reason) => {
    const result = read([pasted]);
    expect(result).toEqual({ ok: false, failure: expect.stringContaining(reason) as string });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it('reads any quoted text back unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (key, text) => {
        fc.pre(/^[\x21-\x7e]+$/.test(key) && !text.startsWith('@'));
        const pasted = `curl -H ${quote(`Authorization: Bearer ${key}`)} --json=${quote(text)} http://h/v1/x`;
        expect(read([pasted])).toMatchObject({
          value: { headers: { authorization: `Bearer ${key}` }, body: { text } },
        });
      }),
    );
  });
});

describe('a method and a path', () => {
  it('make a request, with JSON or a file as the body', () => {
    expect(read(['get', '/v1/accounts/7'])).toEqual({
      ok: true,
      value: { method: 'GET', path: '/v1/accounts/7', headers: none, body: undefined },
    });
    expect(read(['PATCH', '/v1/x'], ' {"a":1}')).toMatchObject({
      value: { headers: { contentType: 'application/json' }, body: { kind: 'text', text: ' {"a":1}' } },
    });
    expect(read(['PATCH', '/v1/x'], 'body.json')).toMatchObject({
      value: { body: { kind: 'file', file: 'body.json' } },
    });
  });

  it('may stand in one pair of quotes, with header options after them', () => {
    expect(read(['GET /v1/x'], undefined, ['authorization:Bearer a'])).toMatchObject({
      value: { path: '/v1/x', headers: { authorization: 'Bearer a' } },
    });
  });

  it.each([[['/v1/x']], [['FETCH', '/v1/x']], [['GET', '/v1/x', 'more']], [[]]])(
    'are required in place of other words: %j',
    (words) => {
      expect(read(words)).toMatchObject({ ok: false, failure: expect.stringContaining('curl') as string });
    },
  );
});
