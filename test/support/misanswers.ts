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

/** Answers by their names that get a client these statuses. */
const getting = (
  status: Statuses,
  answers: Readonly<Record<string, Misanswer['bytes']>>,
): readonly Misanswer[] => Object.entries(answers).map(([name, bytes]) => ({ name, bytes, status }));

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
  ...getting(unusable, {
    'an HTML page with 200': () => reply(200, '<html></html>'),
    'an HTML page with 502': () => reply(502, '<html>nginx</html>'),
    'an empty body': () => reply(200, ''),
    'JSON that is cut': (good) => reply(200, good.slice(0, -1)),
    'something after the JSON': (good) => reply(200, `${good}{}`),
    NaN: (good) => reply(200, good.replace(/"id":\d+/, '"id":NaN')),
    Infinity: (good) => reply(200, good.replace(/"id":\d+/, '"id":Infinity')),
  }),
  ...getting(fine, {
    'a byte order mark': (good) => reply(200, `\ufeff${good}`),
  }),
  ...getting(unusable, {
    'UTF-16': (good) => binary(Buffer.from(`\ufeff${good}`, 'utf16le')),
    'bytes that are not UTF-8': (good) =>
      binary(Buffer.concat([Buffer.from(good.slice(0, -1)), Buffer.from(',"x":"\xff"}', 'latin1')])),
    '10 KB of brackets': () => reply(200, '['.repeat(10_000)),
    '10 KB of brackets inside the data': (good) =>
      reply(200, good.replace('{', `{"x":${'['.repeat(5_000)}${']'.repeat(5_000)},`)),
    'too many keys': (good) => reply(200, good.replace('{', `{"x":{${'"a":1,'.repeat(50_001)}"a":1},`)),
  }),
  ...getting(fine, {
    'a member named __proto__': (good) => reply(200, good.replace('{', '{"__proto__":{"a":1},')),
    'a member twice, the same': (good) => reply(200, good.replace(/"id":(\d+)/g, '"id":$1,"id":$1')),
  }),
];

/** JSON answers without what the contract promises. */
const misshapen: readonly Misanswer[] = [
  ...getting(unusable, {
    'an empty object': () => reply(200, '{}'),
    null: () => reply(200, 'null'),
    'a text': () => reply(200, '"text"'),
    'an array': (good) => reply(200, `[${good}]`),
    'no data': (good) => reply(200, good.replace('"data"', '"date"')),
    'data null': (good) => edited(good, () => null),
    'data a number': (good) => edited(good, () => 1),
    'an array for the object, an object for the array': (good) =>
      edited(good, (data) => (Array.isArray(data) ? { 0: data } : [data])),
    'a member twice, first right and then wrong': (good) =>
      reply(200, good.replace(/"id":(\d+)/g, '"id":$1,"id":[]')),
  }),
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
  ...getting(fine, {
    '201 for 200': (good) => reply(201, good),
  }),
  ...getting(unusable, {
    '204': () => 'HTTP/1.1 204 No Content\r\n\r\n',
  }),
  ...getting(
    { ...unusable, write: 200 },
    {
      '206': (good) => reply(206, good),
    },
  ),
  ...getting(unusable, {
    'a redirect': () => reply(302, '', { location: 'http://127.0.0.1:1/elsewhere' }),
    'a permanent redirect': () => reply(308, '', { location: '/elsewhere' }),
    '304': () => 'HTTP/1.1 304 Not Modified\r\n\r\n',
  }),
  ...explained,
  ...getting(always(401), {
    '401': () => reply(401, message('secret text')),
  }),
  ...getting(always(403), {
    '403': () => reply(403, message('secret text')),
  }),
  ...getting(
    { list: 502, read: 404, write: 404 },
    {
      '404': () => reply(404, message('secret text')),
    },
  ),
  ...getting(unusable, {
    '405': () => reply(405, message('secret text')),
  }),
  ...getting(
    { list: 502, read: 404, write: 404 },
    {
      '410': () => reply(410, message('secret text')),
    },
  ),
  ...getting(
    { list: 502, read: 502, write: 422 },
    {
      '422': () =>
        reply(
          422,
          '{"message":"The price field is required.","errors":{"price":["The price field is required."]}}',
        ),
    },
  ),
  {
    name: '429 with Retry-After',
    bytes: () => reply(429, message('secret text'), { 'retry-after': '7', 'x-ratelimit-remaining': '0' }),
    status: always(429),
    headers: { 'retry-after': '7', 'x-ratelimit-remaining': '0' },
  },
  ...getting(always(429), {
    '429 without Retry-After': () => reply(429, message('secret text')),
  }),
  ...getting(unusable, {
    '500': () => reply(500, message('secret text')),
  }),
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
  ...getting(unusable, {
    '503 without Retry-After': () => reply(503, message('secret text')),
    '503 with a Retry-After that says nothing': () =>
      reply(503, message('secret text'), { 'retry-after': 'soon' }),
  }),
];

/** Complete answers that are not the one a call was made for. */
export const misanswers: readonly Misanswer[] = [...notJson, ...misshapen, ...refusals];
