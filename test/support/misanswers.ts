import { reply } from './upstream.ts';

/** Which call gets the answer: the list of a lookup or the read after it, the list of a page, or a write. */
export type Call = 'list' | 'read' | 'page' | 'write';

/** The status that the client gets, by call; a page gets what a lookup gets of its list. */
type Statuses = Readonly<Record<Exclude<Call, 'page'>, number>>;

/** A complete HTTP answer that is not the one a call was made for. */
export interface Misanswer {
  readonly name: string;
  /** The bytes, given the JSON text of the good answer. */
  readonly bytes: (good: string) => string | Buffer;
  /** The status that the client gets. */
  readonly status: Statuses;
  /** Text that the client gets, where that is v2's own text. */
  readonly message?: string;
  /** Headers that the client gets with it. */
  readonly headers?: Readonly<Record<string, string>>;
}

const always = (status: number): Statuses => ({
  list: status,
  read: status,
  write: status,
});
const unusable = always(502);
const fine = always(200);

const binary = (body: Buffer): Buffer => {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
};

const edited = (good: string, edit: (data: Record<string, unknown>) => unknown): string => {
  const body = JSON.parse(good) as { data: Record<string, unknown> };
  return reply(200, JSON.stringify({ ...body, data: edit(body.data) }));
};

const message = (text: string): string => JSON.stringify({ message: text, exception: 'Upstream\\Exception' });

/** Answers whose bytes are not the JSON that was asked for. */
const notJson: readonly Misanswer[] = [
  { name: 'an HTML page with 200', bytes: () => reply(200, '<html></html>'), status: unusable },
  { name: 'an HTML page with 502', bytes: () => reply(502, '<html>nginx</html>'), status: unusable },
  { name: 'an empty body', bytes: () => reply(200, ''), status: unusable },
  { name: 'JSON that is cut', bytes: (good) => reply(200, good.slice(0, -1)), status: unusable },
  { name: 'something after the JSON', bytes: (good) => reply(200, `${good}{}`), status: unusable },
  { name: 'NaN', bytes: (good) => reply(200, good.replace(/"id":\d+/, '"id":NaN')), status: unusable },
  {
    name: 'Infinity',
    bytes: (good) => reply(200, good.replace(/"id":\d+/, '"id":Infinity')),
    status: unusable,
  },
  { name: 'a byte order mark', bytes: (good) => reply(200, `\ufeff${good}`), status: fine },
  { name: 'UTF-16', bytes: (good) => binary(Buffer.from(`\ufeff${good}`, 'utf16le')), status: unusable },
  {
    name: 'bytes that are not UTF-8',
    bytes: (good) =>
      binary(Buffer.concat([Buffer.from(good.slice(0, -1)), Buffer.from(',"x":"\xff"}', 'latin1')])),
    status: unusable,
  },
  { name: '10 KB of brackets', bytes: () => reply(200, '['.repeat(10_000)), status: unusable },
  {
    name: '10 KB of brackets inside the data',
    bytes: (good) => reply(200, good.replace('{', `{"x":${'['.repeat(5_000)}${']'.repeat(5_000)},`)),
    status: unusable,
  },
  {
    name: 'too many keys',
    bytes: (good) => reply(200, good.replace('{', `{"x":{${'"a":1,'.repeat(50_001)}"a":1},`)),
    status: unusable,
  },
  {
    name: 'a member named __proto__',
    bytes: (good) => reply(200, good.replace('{', '{"__proto__":{"a":1},')),
    status: fine,
  },
  {
    name: 'a member twice, the same',
    bytes: (good) => reply(200, good.replace(/"id":(\d+)/g, '"id":$1,"id":$1')),
    status: fine,
  },
];

/** JSON answers without what the contract promises. */
const misshapen: readonly Misanswer[] = [
  { name: 'an empty object', bytes: () => reply(200, '{}'), status: unusable },
  { name: 'null', bytes: () => reply(200, 'null'), status: unusable },
  { name: 'a text', bytes: () => reply(200, '"text"'), status: unusable },
  { name: 'an array', bytes: (good) => reply(200, `[${good}]`), status: unusable },
  { name: 'no data', bytes: (good) => reply(200, good.replace('"data"', '"date"')), status: unusable },
  { name: 'data null', bytes: (good) => edited(good, () => null), status: unusable },
  { name: 'data a number', bytes: (good) => edited(good, () => 1), status: unusable },
  {
    name: 'an array for the object, an object for the array',
    bytes: (good) => edited(good, (data) => (Array.isArray(data) ? { 0: data } : [data])),
    status: unusable,
  },
  {
    name: 'a member twice, first right and then wrong',
    bytes: (good) => reply(200, good.replace(/"id":(\d+)/g, '"id":$1,"id":[]')),
    status: unusable,
  },
];

const page = '<html>secret</html>';

/** Texts that v2 may send instead of a reason; none of them reaches a client. */
const unfitTexts = {
  'an HTML page': page,
  'no JSON object': '"secret"',
  'no message': '{"error":"secret"}',
  'a message that is no text': '{"message":{"secret":1}}',
  'a message with a host': message('secret.example.com refused'),
  'a message with a path': message('secret /v2/offers'),
  'an exception': message('SQLSTATE[HY000] [2002] secret'),
  'a stack trace': message('secret\n#0 index'),
  'a key': message('secret key 0123456789abcdef'),
};

const EXPLANATION = 'The offer is in a dispute, and cannot be changed: pay 5.99 EUR first.';

/** Refusals that v2 gives a reason for, and the status that a client gets. */
const explained: readonly Misanswer[] = Object.entries({ 400: 400, 402: 402, 409: 409, 423: 409 }).flatMap(
  ([status, gets]) => [
    {
      name: `${status} and its reason`,
      bytes: () => reply(Number(status), message(EXPLANATION)),
      status: always(gets),
      message: EXPLANATION,
    },
    ...Object.entries(status === '409' ? unfitTexts : { 'an HTML page': page }).map(([name, body]) => ({
      name: `${status} and ${name}`,
      bytes: () => reply(Number(status), body),
      status: { list: 502, read: gets, write: gets },
    })),
  ],
);

/** Complete answers that are no success of the usual kind. */
const refusals: readonly Misanswer[] = [
  { name: '201 for 200', bytes: (good) => reply(201, good), status: fine },
  { name: '204', bytes: () => 'HTTP/1.1 204 No Content\r\n\r\n', status: unusable },
  { name: '206', bytes: (good) => reply(206, good), status: { ...unusable, write: 200 } },
  {
    name: 'a redirect',
    bytes: () => reply(302, '', { location: 'http://127.0.0.1:1/elsewhere' }),
    status: unusable,
  },
  { name: 'a permanent redirect', bytes: () => reply(308, '', { location: '/elsewhere' }), status: unusable },
  { name: '304', bytes: () => 'HTTP/1.1 304 Not Modified\r\n\r\n', status: unusable },
  ...explained,
  { name: '401', bytes: () => reply(401, message('secret text')), status: always(401) },
  { name: '403', bytes: () => reply(403, message('secret text')), status: always(403) },
  {
    name: '404',
    bytes: () => reply(404, message('secret text')),
    status: { list: 502, read: 404, write: 404 },
  },
  { name: '405', bytes: () => reply(405, message('secret text')), status: unusable },
  {
    name: '410',
    bytes: () => reply(410, message('secret text')),
    status: { list: 502, read: 404, write: 404 },
  },
  {
    name: '422',
    bytes: () =>
      reply(
        422,
        '{"message":"The price field is required.","errors":{"price":["The price field is required."]}}',
      ),
    status: { list: 502, read: 502, write: 422 },
  },
  {
    name: '429 with Retry-After',
    bytes: () => reply(429, message('secret text'), { 'retry-after': '7', 'x-ratelimit-remaining': '0' }),
    status: always(429),
    headers: { 'retry-after': '7', 'x-ratelimit-remaining': '0' },
  },
  { name: '429 without Retry-After', bytes: () => reply(429, message('secret text')), status: always(429) },
  { name: '500', bytes: () => reply(500, message('secret text')), status: unusable },
  {
    name: '503 with Retry-After',
    bytes: () => reply(503, message('secret text'), { 'retry-after': '7' }),
    status: always(503),
    headers: { 'retry-after': '7' },
  },
  {
    name: '503 with a date to ask again',
    bytes: () => reply(503, '<html>nginx</html>', { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }),
    status: always(503),
    headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' },
  },
  { name: '503 without Retry-After', bytes: () => reply(503, message('secret text')), status: unusable },
  {
    name: '503 with a Retry-After that says nothing',
    bytes: () => reply(503, message('secret text'), { 'retry-after': 'soon' }),
    status: unusable,
  },
];

/** Complete answers that are not the one a call was made for. */
export const misanswers: readonly Misanswer[] = [...notJson, ...misshapen, ...refusals];
