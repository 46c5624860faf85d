const SMUGGLED = 'GET /v2/smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
const START = 'POST /v2/x HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer key-1\r\n';

/** Positions of a byte that makes `Transfer-Encoding` a header that only some servers recognize. */
const places: readonly ((byte: string) => string)[] = [
  (byte) => `Transfer-Encoding:${byte}chunked`,
  (byte) => `Transfer-Encoding${byte}: chunked`,
  (byte) => `${byte}Transfer-Encoding: chunked`,
  (byte) => `Transfer-Encoding: chunked${byte}`,
  (byte) => `Transfer-Encoding: ${byte}chunked`,
  (byte) => `Transfer${byte}Encoding: chunked`,
  (byte) => `X: x${byte}Transfer-Encoding: chunked`,
  (byte) => `X: x\r${byte}Transfer-Encoding: chunked`,
  (byte) => `X: x${byte}\nTransfer-Encoding: chunked`,
];

/** All but letters, digits and, of those beyond the controls of latin1, the last. */
const bytes = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).filter((byte) =>
  /[^a-z0-9\xa1-\xfe]/i.test(byte),
);

const spellings: readonly string[] = [
  ...['chunked, identity', 'identity, chunked', 'identity', 'chunked, chunked', 'chunked;x=y', '"chunked"'],
  ...[
    'CHUNKED',
    'chunke',
    'xchunked',
    'x',
    '',
    ',chunked',
    'chunked,',
    'gzip, chunked',
    'cow',
    'chunked\r\n x',
  ],
].map((value) => `Transfer-Encoding: ${value}`);

const lengths: readonly string[] = [
  ...['0', '+5', '-0', '5, 5', '5,6', '0x5', '5 5', '05', '1e1', '5;', '"5"', '', ' ', '5\t', '\x0b5'],
  ...['184467440737095516165', '4294967301', '5\r\n\t', '5\r\nContent-Length: 6', '5\r\ncontent-length: 5'],
].map((value) => `Content-Length: ${value}`);

const chunks: readonly string[] = [
  ...['5\r\nhello\r\n0\r\n\r\n', '5\nhello\n0\n\n', '5\rhello\r0\r\r', '5;x\r\nhello\r\n0\r\n\r\n'],
  ...['5;x="\n"\r\nhello\r\n0\r\n\r\n', '5 ;x\r\nhello\r\n0\r\n\r\n', '0x5\r\nhello\r\n0\r\n\r\n'],
  ...[
    '+5\r\nhello\r\n0\r\n\r\n',
    '-1\r\nhello\r\n0\r\n\r\n',
    ' 5\r\nhello\r\n0\r\n\r\n',
    '5\t\r\nhello\r\n0\r\n\r\n',
  ],
  ...[
    '00000000000000005\r\nhello\r\n0\r\n\r\n',
    '10000000000000005\r\nhello\r\n0\r\n\r\n',
    '\r\nhello\r\n0\r\n\r\n',
  ],
  ...[
    '5\r\nhelloX\r\n0\r\n\r\n',
    '5\r\nhello0\r\n\r\n',
    '5\r\nhello\r\n0\r\nHost: b\r\n\r\n',
    '5_0\r\nhello\r\n0\r\n\r\n',
  ],
  ...[
    '5\r\nhello\r\n0\r\nContent-Length: 40\r\n\r\n',
    '5\r\nhello\r\n0\r\n \r\n\r\n',
    '5;\r\nhello\r\n0\r\n\n',
  ],
  ...[
    '5;\nx\r\nhello\r\n0\r\n\r\n',
    '5\r\nhello\r\n0;x\r\n\r\n',
    '5\r\nhello\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n',
  ],
];

/** One server takes the length for the end, another the last chunk. */
const clashes = (header: string): readonly string[] => [
  `${START}${header}\r\nContent-Length: ${5 + SMUGGLED.length}\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  `${START}Content-Length: 4\r\n${header}\r\n\r\n${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`,
];

/** A body where none is expected, which is a request to whoever does not read it. */
const bodyOf = (start: string): readonly string[] => [
  `${start}Content-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
  `${start}Content-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}${SMUGGLED}`,
  `${start}Content-Length: ${SMUGGLED.length + 1}\r\n\r\n${SMUGGLED}`,
  `${start}Content-Length: 5\r\n\r\n${SMUGGLED}`,
  ...chunks.map((body) => `${start}Transfer-Encoding: chunked\r\n\r\n${body}${SMUGGLED}`),
  `${start}Transfer-Encoding: chunked\r\n\r\n${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`,
  ...clashes('Transfer-Encoding: chunked').map((sent) => sent.replace(START, start)),
];

const targets: readonly string[] = [
  ...['http://gateway/v2/x', 'http://evil.example/v2/x', 'HTTP://gateway/v2/x', 'http://u:p@gateway/v2/x'],
  ...[
    '//evil.example/v2/x',
    'gateway:80',
    '*',
    '/v2/x HTTP/1.1\r\nX: y',
    '/v2/x\tHTTP/1.1',
    '/v2/x HTTP/1.0',
  ],
  ...['/v2/x HTTP/2.0', '/v2/x HTTP/0.9', '/v2/x  ', '\\v2\\x', '/v2/%0d%0aHost:%20b', '?/v2/x', '#/v2/x'],
];

const otherTexts: readonly string[] = [
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
  'Upgrade: h2c\r\nConnection: Upgrade',
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13',
  ...['100-continue', '100-Continue, x', 'x', '100-continue\r\nExpect: 100-continue'].map(
    (value) => `Expect: ${value}`,
  ),
  'Connection: Content-Length',
  'Connection: Transfer-Encoding',
  'Connection: close, Host',
  'Host: b',
  'Trailer: Content-Length',
];

/** Every way of a request within a request that collections of them hold, with each such byte in each of the places. */
export function smugglings(): readonly string[] {
  const headers = [...places.flatMap((placeOfHeader) => bytes.map(placeOfHeader)), ...spellings, ...lengths];
  const framed = `Content-Length: 5\r\n\r\nhello${SMUGGLED}`;
  return [
    ...headers.flatMap(clashes),
    ...[...lengths, ...otherTexts].map((header) => `${START}${header}\r\n\r\nhello${SMUGGLED}`),
    ...otherTexts.map((header) => `${START}${header}\r\n${framed}`),
    ...['GET', 'DELETE'].flatMap((method) => bodyOf(START.replace('POST', method))),
    ...chunks.map((body) => `${START}Transfer-Encoding: chunked\r\n\r\n${body}${SMUGGLED}`),
    ...targets.map((target) => `POST ${target} HTTP/1.1\r\nHost: gateway\r\n${framed}`),
    ...bytes.map((byte) => `POST /v2/x${byte}HTTP/1.1\r\nHost: gateway\r\n${framed}`),
    ...bytes.map((byte) => `POST${byte}/v2/x HTTP/1.1\r\nHost: gateway\r\n${framed}`),
    `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${SMUGGLED}`,
    `${START.replace(/\r\n/g, '\n')}Content-Length: 5\n\nhello${SMUGGLED}`,
  ];
}
