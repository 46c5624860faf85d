import { METHODS } from 'node:http';
import { oddNames, prototypeNames } from './oddNames.ts';

/** What a client does with its connection once its bytes are sent. */
export type Ending =
  | 'resets at once'
  | 'ends its side at once'
  | 'resets after the answer'
  | 'ends its side after the answer'
  | 'waits for the end';

/** Bytes (latin1) for a port, and how the client leaves. */
export interface OddRequest {
  readonly bytes: string;
  readonly ending: Ending;
}

const early: readonly Ending[] = ['resets at once', 'ends its side at once'];
const late: readonly Ending[] = ['resets after the answer', 'ends its side after the answer'];

const request = (line: string, headers: readonly string[] = [], body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', body].join('\r\n');

/** The head and body of a chunked PATCH with these trailers. */
const chunked = (headers: readonly string[], trailers: readonly string[]): string =>
  request(
    'PATCH /v1/currency-offers/7001',
    [...headers, 'Content-Type: application/json', 'Transfer-Encoding: chunked'],
    `2\r\n{}\r\n0\r\n${trailers.map((line) => `${line}\r\n`).join('')}\r\n`,
  );

const JSON_BODY = 'Content-Type: application/json';
const FORM_BODY = 'Content-Type: application/x-www-form-urlencoded';

const sent = (method: string, path: string, headers: readonly string[], body: string): string =>
  request(`${method} ${path}`, [...headers, `Content-Length: ${body.length}`], body);

/** Methods that a parser knows, and words that are none. */
const methods: readonly string[] = [
  ...METHODS,
  ...[
    'PRI',
    'QUERY',
    'TRACK',
    'DEBUG',
    'get',
    'G',
    'GETS',
    '__proto__',
    'constructor',
    '',
    ' GET',
    '\0',
    '\x16\x03\x01',
  ],
];

/** Targets of a CONNECT, and what it may bring. */
const tunnels: readonly string[] = [
  ...['a:1', '127.0.0.1:1', '/', '*', 'http://a/', '[::1]:80'].map((target) => request(`CONNECT ${target}`)),
  request('CONNECT a:1', ['Content-Length: 5'], 'hello'),
  request('CONNECT a:1', ['Transfer-Encoding: chunked'], '5\r\nhello\r\n0\r\n\r\n'),
  request('CONNECT a:1', [], 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'),
];

const upgrades: readonly string[] = ['websocket', 'h2c', 'TLS/1.0', '__proto__', ''].flatMap((protocol) =>
  ['/healthz', '/v2/x', '/v1/accounts'].map((path) =>
    request(`GET ${path}`, [
      'Connection: Upgrade, HTTP2-Settings',
      `Upgrade: ${protocol}`,
      'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
      'Sec-WebSocket-Key: x',
    ]),
  ),
);

const expectations: readonly string[] = ['100-continue', '200-ok', '__proto__', ''].flatMap((value) => [
  request('GET /healthz', [`Expect: ${value}`]),
  request('PATCH /v2/x', [`Expect: ${value}`, 'Content-Length: 2'], '{}'),
]);

/** The body never comes: without an end of the connection, the answer is that of a timeout. */
const bodiless = request('PATCH /v2/x', ['Expect: 100-continue', 'Content-Length: 2']);

/** A name as header, header twice, trailer, and as a header that `Connection` names. */
const headersNamed = (name: string, headers: readonly string[]): readonly string[] => [
  ...['/healthz', '/v2/x', '/guide', '/v1/currency-offers/7001'].map((path) =>
    request(`GET ${path}`, [...headers, `${name}: x`]),
  ),
  request('GET /v2/x', [...headers, `${name}: x`, `${name}: y`]),
  request('GET /v2/x', [...headers, `Connection: ${name}`, `${name}: x`]),
  chunked([...headers, `Trailer: ${name}`], [`${name}: x`, `${name}: y`]),
];

const SEARCHED = ['/', '/v2/x', '/v1/accounts', '/console', '/api/usage', '/api/tail', '/v2/account-offers'];
const NAMING = [
  ...['/', '/v1/', '/v2/', '/v1/accounts/', '/v1/accounts/by-login/', '/v1/accounts/template/', '/clients/'],
  ...['/differences/', '/api/stages/', '/api/differences/', '/console/assets/'],
];
const PATCHED = ['/v1/currency-offers/7001', '/v2/currency-offers/7001', '/v1/accounts/status/bulk'];
const POSTED = ['/api/stages/move', '/api/clients/label', '/v1/accounts', '/v2/account-offers/create'];

/** A name as query parameter, cookie, part of a path, and member of a body or form. */
function membersNamed(name: string, headers: readonly string[]): readonly string[] {
  const body = `{"${name}":{"${name}":1},"resource":"${name}","change":{"kind":"${name}"},"price":{"${name}":"1"}}`;
  const form = `${name}=x&${name}=y&resource=${name}`;
  return [
    ...SEARCHED.map((path) =>
      request(`GET ${path}?${name}=x&${name}[${name}]=y&filter[${name}]=z&client=${name}`, headers),
    ),
    ...NAMING.map((path) => request(`GET ${path}${name}/${name}`, headers)),
    ...NAMING.map((path) => request(`GET ${path}${name}`, [...headers, `Cookie: ${name}=x; ${name}=y`])),
    ...PATCHED.map((path) => sent('PATCH', path, [...headers, JSON_BODY], body)),
    ...POSTED.map((path) => sent('POST', path, [...headers, JSON_BODY], body)),
    ...['move', name].map((path) => sent('POST', `/console/${path}`, [...headers, FORM_BODY], form)),
  ];
}

/** Lets the client go away within a whole request, after each of its bytes. */
const cut = (bytes: string): readonly OddRequest[] =>
  Array.from(bytes, (_, index) => early.map((ending) => ({ bytes: bytes.slice(0, index), ending }))).flat();

const wholeRequests = (texts: readonly string[], endings: readonly Ending[]): readonly OddRequest[] =>
  texts.flatMap((bytes) => endings.map((ending) => ({ bytes, ending })));

/** Requests for one port; `key` is one that the upstream takes. */
export function oddRequests(key: string): readonly OddRequest[] {
  const headers = [`Authorization: Bearer ${key}`];
  return [
    ...wholeRequests([...tunnels, ...upgrades, ...expectations], [...early, ...late]),
    ...wholeRequests([bodiless], early),
    ...wholeRequests(
      methods.map((method) => request(`${method} /v2/x`, headers)),
      late,
    ),
    ...wholeRequests(
      [
        ...oddNames.flatMap((name) => headersNamed(name, headers)),
        ...prototypeNames.flatMap((name) => membersNamed(name, headers)),
      ],
      ['ends its side after the answer'],
    ),
    ...cut(chunked(['Trailer: X'], ['X: y'])),
    ...cut(tunnels[0] ?? ''),
  ];
}
