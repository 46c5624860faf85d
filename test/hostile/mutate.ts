import type { Dice } from './dice.ts';

type Mutation = (text: string, dice: Dice, seeds: Seeds) => string;
type Seeds = readonly [string, ...string[]];

/** Texts that have fooled some parser, or represent a class that has. */
const TOKENS: Seeds = [
  '\r\n',
  ...['\n', '\r', '\0', '\t', '\x0b', ' ', '  ', '\x7f', '\xa0', '\xff', '\u0085', ':', ';', ','],
  ...['%00', '%0d%0a', '%2e%2e', '%2f', '%5c', '%', '%zz', '%c0%ae', '..', '../', '//', '\\', '#', '?', '*'],
  ...['chunked', '0\r\n\r\n', '5\r\nhello\r\n', 'ffffffffffffffff\r\n', '-1', '+5', '0x5', '1e3', '5, 5'],
  ...['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '\r\n\r\n'],
  ...['{', '[', '"', '\\u0000', '\\ud800', 'NaN', '1e999', '__proto__', 'constructor', '[['.repeat(80)],
  'GET /v2/smuggled HTTP/1.1\r\nHost: a\r\n\r\n',
];

const HEADERS: Seeds = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  ' Transfer-Encoding: chunked',
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: 44',
  'Content-Length: +5',
  'Content-Length: 5, 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length:',
  'Host: other.example',
  'Host: ',
  'Connection: close, authorization, content-length',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Expect: 100-continue',
  'Expect: other',
  'TE: trailers',
  'Trailer: authorization',
  'Content-Encoding: br',
  'Content-Type: text/html; charset=utf-16',
  'Authorization: Bearer other',
  'X-Forwarded-Host: evil.example',
  'X-HTTP-Method-Override: DELETE',
  'no colon at all',
  ': no name',
  ' folded: line',
  '__proto__: x',
];

const TARGETS: Seeds = [
  'http://127.0.0.1:1/v2/x',
  '//evil.example/v2/x',
  '*',
  '127.0.0.1:1',
  '/v2/../v1/x',
  '/v2/%2e%2e/admin',
  '/v2\\..\\admin',
  '/v1/currency-offers/..%2f..%2fadmin',
  '/v1/currency-offers/7001%00',
  '/v1/accounts/by-login/%ff%fe',
  '/v1/accounts/by-login/a%0d%0ab',
  ...[
    '/v1/accounts/by-login/..',
    '/v1/accounts/by-login/..%2f..%2fadmin',
    '/v1/accounts/by-login/a\\..\\b/c',
  ],
  '/v2/x y',
  '/v2/x#fragment',
  '/V1/accounts/1',
  '/',
  '',
  `/v2/${'a'.repeat(20_000)}`,
];

const METHODS: Seeds = [
  ...(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PATCH'] as const),
  ...(['get', 'G T', 'PROPFIND', 'PRI', '', 'M-SEARCH', 'A'.repeat(300)] as const),
];

/** A place and a length inside a text. */
function span(text: string, { roll }: Dice): readonly [number, number] {
  const from = roll(text.length + 1);
  return [from, Math.min(text.length, from + roll(24))];
}

const put = (text: string, at: number, piece: string): string => text.slice(0, at) + piece + text.slice(at);

const mutations: readonly [Mutation, ...Mutation[]] = [
  (text, dice) => put(text, dice.roll(text.length + 1), dice.pick(TOKENS)),
  (text, dice) => {
    const at = dice.roll(text.length + 1);
    return text.slice(0, at) + String.fromCharCode(dice.roll(256)) + text.slice(at + 1);
  },
  (text, dice) => {
    const [from, to] = span(text, dice);
    return text.slice(0, from) + text.slice(to);
  },
  (text, dice) => {
    const [from, to] = span(text, dice);
    return put(text, to, text.slice(from, to));
  },
  (text, dice) => text.slice(0, dice.roll(text.length + 1)),
  (text, dice) => {
    const lines = text.split('\r\n');
    lines.splice(1 + dice.roll(Math.max(1, lines.length - 1)), 0, dice.pick(HEADERS));
    return lines.join('\r\n');
  },
  (text, dice) => {
    const lines = text.split('\r\n');
    lines.splice(dice.roll(lines.length), 1);
    return lines.join('\r\n');
  },
  (text, dice) => text.replace(/ \S* HTTP/, ` ${dice.pick(TARGETS)} HTTP`),
  (text, dice) => text.replace(/^\S*/, dice.pick(METHODS)),
  (text, dice, seeds) => put(text, dice.roll(text.length + 1), dice.pick(seeds)),
  (text, dice, seeds) => text + dice.pick(seeds),
  (text) => text.replace(/\r\n/g, '\n'),
];

/** Breaks valid requests in one to three ways. */
export function mutate(seeds: Seeds, dice: Dice): string {
  let text = dice.pick(seeds);
  for (let remaining = 1 + dice.roll(3); remaining > 0; remaining -= 1)
    text = dice.pick(mutations)(text, dice, seeds);
  return text.slice(0, 64 * 1024);
}
