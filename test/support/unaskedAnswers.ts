import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { ending, json, type Misbehaviour, says, saysAndEnds } from './misbehaviour.ts';
import { reply } from './upstream.ts';

const interim = (status: number, line = 'x-a: b'): string => `HTTP/1.1 ${status} Interim\r\n${line}\r\n\r\n`;

const encoded = (coding: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${json}content-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`),
    body,
  ]);

/** Interim answers that nobody asked for (RFC 9110 15.2). */
export const interims: readonly Misbehaviour[] = [
  ...ending(
    200,
    {
      'says 100 before its answer': says((good) => `${interim(100)}${reply(200, good)}`),
    },
    'reset',
  ),
  ...ending(200, {
    'says 102 before its answer': says((good) => `${interim(102)}${reply(200, good)}`),
    'says 103 before its answer': says((good) => `${interim(103, 'link: </a>')}${reply(200, good)}`),
    'says 199 before its answer': says((good) => `${interim(199)}${reply(200, good)}`),
  }),
  ...ending(
    200,
    {
      'says 100, 103 and 100 before its answer': says(
        (good) => `${interim(100)}${interim(103, 'link: </a>')}${interim(100)}${reply(200, good)}`,
      ),
      'says 100 when it has read the head': (good) => ({
        head: (_request, socket) => socket.write(interim(100)),
        request: (_request, socket) => socket.write(reply(200, good)),
      }),
    },
    'reset',
  ),
  ...ending('reset', {
    'says 100 and closes': saysAndEnds(() => interim(100)),
  }),
  ...ending(
    'timeout',
    {
      'says 100 and stays silent': says(() => interim(100)),
    },
    'reset',
  ),
  ...ending('timeout', {
    'says 103 and stays silent': says(() => interim(103)),
  }),
  ...ending('malformed', {
    'says 103 for ever': says(() => interim(103).repeat(200)),
  }),
  ...ending(
    'malformed',
    {
      'says 100 for ever': says(() => interim(100).repeat(200)),
    },
    'reset',
  ),
];

const members = (text: string): Buffer =>
  Buffer.concat([text.slice(0, 9), text.slice(9)].map((piece) => gzipSync(piece)));
const plainly = (text: string): Buffer => Buffer.from(text);
const broken = (body: Buffer): Buffer => Buffer.from(body).fill(0xff, 12, 20);

/** A bomb within the cap on bodies, out of as many members (RFC 1952 2.2) as fit, each a megabyte when it is unpacked. */
function bomb(cap: number): Buffer {
  const member = gzipSync(Buffer.alloc(1024 * 1024));
  return Buffer.concat(Array.from({ length: Math.floor(cap / member.length) }, () => member));
}

/** Answers with the good body packed. */
const packs = (
  name: string,
  outcome: Misbehaviour['outcome'],
  coding: string,
  body: (good: string) => Buffer,
) => ({
  name,
  outcome,
  script: says((good) => encoded(coding, body(good))),
});

/** Content codings that nobody asked for (RFC 9110 8.4): a server in between may not read what was asked for. */
export const codings: readonly Misbehaviour[] = [
  packs('encodes with gzip', 200, 'gzip', gzipSync),
  packs('encodes with gzip and calls it X-GZip', 200, 'X-GZip', gzipSync),
  packs('encodes with gzip in two members', 200, 'gzip', members),
  packs('encodes with deflate', 200, 'deflate', deflateSync),
  packs('encodes with deflate without its frame', 200, 'deflate', deflateRawSync),
  packs('encodes with Brotli', 'encoded', 'br', brotliCompressSync),
  packs('encodes with zstd', 'encoded', 'zstd', plainly),
  packs('encodes with gzip twice', 'encoded', 'gzip, gzip', (good) => gzipSync(gzipSync(good))),
  packs('claims gzip and sends plain text', 'encoded', 'gzip', plainly),
  packs('claims deflate and sends plain text', 'encoded', 'deflate', plainly),
  packs('claims Brotli and sends plain text', 'encoded', 'br', plainly),
  packs('cuts the gzip inside its frame', 'encoded', 'gzip', (good) => gzipSync(good).subarray(0, -9)),
  packs('leaves out the end of the gzip', 'encoded', 'gzip', (good) => gzipSync(good).subarray(0, -1)),
  packs('cuts the deflate', 'encoded', 'deflate', (good) => deflateSync(good).subarray(0, -1)),
  packs('breaks the gzip', 'encoded', 'gzip', (good) => broken(gzipSync(good))),
  packs('puts something after the gzip', 'encoded', 'gzip', (good) =>
    Buffer.concat([gzipSync(good), Buffer.from('x')]),
  ),
  {
    name: 'sends a bomb of gzip',
    outcome: 'tooLarge',
    script: says((_good, cap) => encoded('gzip', bomb(cap))),
  },
  {
    name: 'sends a bomb of deflate',
    outcome: 'tooLarge',
    script: says((_good, cap) => encoded('deflate', deflateSync(Buffer.alloc(cap + 1)))),
  },
];
