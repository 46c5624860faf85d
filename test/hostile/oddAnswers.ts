import { oddNames, prototypeNames } from './oddNames.ts';

/** What an upstream writes in place of a good answer, and whether it leaves then. */
export interface OddAnswer {
  readonly name: string;
  /** Makes the bytes (latin1) out of those of the good answer. */
  readonly bytes: (good: string) => string;
  readonly ending?: 'reset' | 'end';
  /** True for an answer that is as good as any. */
  readonly isFine?: boolean;
}

const HEAD_END = '\r\n\r\n';

const bodyOf = (good: string): string => good.slice(good.indexOf(HEAD_END) + HEAD_END.length);

const withHeaders =
  (...lines: readonly string[]) =>
  (good: string): string =>
    good.replace(HEAD_END, `\r\n${lines.join('\r\n')}${HEAD_END}`);

const withTrailers =
  (name: string) =>
  (good: string): string => {
    const body = bodyOf(good);
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\ntrailer: ${name}`;
    return `${head}${HEAD_END}${body.length.toString(16)}\r\n${body}\r\n0\r\n${name}: x\r\n${name}: y\r\n\r\n`;
  };

/** Answers with a name as header, header twice, trailer, and header of an interim answer. */
function named(name: string): readonly OddAnswer[] {
  const isFine = prototypeNames.includes(name);
  return [
    { name: `the header ${name}`, bytes: withHeaders(`${name}: x`), isFine },
    { name: `the header ${name} twice`, bytes: withHeaders(`${name}: x`, `${name}: y`), isFine },
    {
      name: `the header ${name}, named by Connection`,
      bytes: withHeaders(`connection: ${name}`, `${name}: x`),
      isFine,
    },
    { name: `the trailer ${name}`, bytes: withTrailers(name), isFine },
    {
      name: `103 with ${name}`,
      bytes: (good) => `HTTP/1.1 103 Early\r\n${name}: x${HEAD_END}${good}`,
      isFine,
    },
  ];
}

/** Most bytes of an answer after which an upstream leaves: of its head, and some of its body. */
const MOST_CUT_BYTES = 120;

const cuts: readonly OddAnswer[] = Array.from({ length: MOST_CUT_BYTES }, (_, length) =>
  (['reset', 'end'] as const).map((ending) => ({
    name: `${length} bytes, then ${ending}`,
    bytes: (good: string) => good.slice(0, length),
    ending,
  })),
).flat();

const status = (line: string): OddAnswer => ({
  name: `status line ${line}`,
  bytes: (good) => good.replace(/^.*/, line),
  ending: 'end',
});

const statusAndBodyAnswers: readonly OddAnswer[] = [
  ...[
    '101 Switching Protocols',
    '204 No Content',
    '304 Not Modified',
    '000 x',
    '99 x',
    '1000 x',
    '999 x',
  ].map((text) => status(`HTTP/1.1 ${text}`)),
  ...['HTTP/2.0 200 OK', 'HTTP/0.9 200 OK', 'ICY 200 OK', 'SSH-2.0-x', '\x15\x03\x01', 'HTTP/1.1 200'].map(
    status,
  ),
  {
    name: '101 with Upgrade',
    bytes: () => `HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket${HEAD_END}hello`,
    ending: 'reset',
  },
  { name: 'the answer twice', bytes: (good) => good + good, ending: 'reset' },
  { name: 'a JSON body of such names', bytes: (good) => withBody(good, '{"data":{"__proto__":{"a":1}}}') },
  {
    name: 'a JSON body that is such a name',
    bytes: (good) => withBody(good, '{"__proto__":null,"data":[]}'),
  },
];

function withBody(good: string, body: string): string {
  const head = good
    .slice(0, good.indexOf(HEAD_END))
    .replace(/content-length: \d+/i, `content-length: ${body.length}`);
  return `${head}${HEAD_END}${body}`;
}

/** Every odd answer. */
export const oddAnswers: readonly OddAnswer[] = [
  ...oddNames.flatMap(named),
  ...cuts,
  ...statusAndBodyAnswers,
];
