import type { Socket } from 'node:net';
import { chunk, json, type Misbehaviour, says, saysAndEnds, saysAndResets } from './misbehaviour.ts';
import { codings, interims } from './unaskedAnswers.ts';
import { reply } from './upstream.ts';

/** Writes `start`, then one byte of `drop` after the other for as long as anyone listens. */
const drips = (socket: Socket, start: string, drop: string): void => {
  socket.write(start);
  const timer = setInterval(() => socket.write(drop), 10);
  socket.on('close', () => clearInterval(timer));
};

/** The misbehaviours of a connection, in the order of an exchange. */
export const misbehaviours: readonly Misbehaviour[] = [
  {
    name: 'closes as soon as it is connected',
    outcome: 'reset',
    script: () => ({ connected: (socket) => socket.end() }),
  },
  {
    name: 'closes when it has read the head',
    outcome: 'reset',
    script: () => ({ head: (_request, socket) => socket.destroy() }),
  },
  {
    name: 'resets before its answer',
    outcome: 'reset',
    script: () => ({ request: (_request, socket) => socket.resetAndDestroy() }),
  },
  {
    name: 'closes before its answer',
    outcome: 'reset',
    script: () => ({ request: (_request, socket) => socket.end() }),
  },
  { name: 'closes inside its head', outcome: 'reset', script: saysAndEnds(() => `${json}content-le`) },
  {
    name: 'closes before the body',
    outcome: 'truncated',
    script: saysAndEnds((good) => `${json}content-length: ${good.length}\r\n\r\n`),
  },
  {
    name: 'sends fewer bytes than it said',
    outcome: 'truncated',
    script: saysAndEnds((good) => `${json}content-length: ${Buffer.byteLength(good) + 9}\r\n\r\n${good}`),
  },
  {
    name: 'sends fewer bytes than it said and means to close',
    outcome: 'truncated',
    script: saysAndEnds(
      (good) => `${json}connection: close\r\ncontent-length: ${Buffer.byteLength(good) + 9}\r\n\r\n${good}`,
    ),
  },
  {
    name: 'resets inside the body',
    outcome: 'truncated',
    script: saysAndResets((good) => `${json}content-length: ${Buffer.byteLength(good) + 9}\r\n\r\n${good}`),
  },
  {
    name: 'cuts a chunk',
    outcome: 'truncated',
    script: saysAndEnds((good) => `${json}transfer-encoding: chunked\r\n\r\n${chunk(good).slice(0, -5)}`),
  },
  {
    name: 'leaves out the last chunk',
    outcome: 'truncated',
    script: saysAndEnds((good) => `${json}transfer-encoding: chunked\r\n\r\n${chunk(good)}`),
  },
  {
    name: 'leaves out the last chunk and means to close',
    outcome: 'truncated',
    script: saysAndEnds(
      (good) => `${json}connection: close\r\ntransfer-encoding: chunked\r\n\r\n${chunk(good)}`,
    ),
  },
  {
    name: 'writes a chunk size that is no number',
    outcome: 'malformed',
    script: says((good) => `${json}transfer-encoding: chunked\r\n\r\nzz\r\n${good}`),
  },
  { name: 'does not speak HTTP', outcome: 'malformed', script: says(() => 'SSH-2.0-OpenSSH_9.6\r\n') },
  {
    name: 'ends a header with a bare CR',
    outcome: 'malformed',
    script: says((good) => `${json}x-a: b\rcontent-length: ${good.length}\r\n\r\n${good}`),
  },
  {
    name: 'puts a NUL into a header',
    outcome: 'malformed',
    script: says((good) => `${json}x-a: b\0c\r\ncontent-length: ${good.length}\r\n\r\n${good}`),
  },
  {
    name: 'frames its answer in two ways',
    outcome: 'malformed',
    script: says(
      (good) =>
        `${json}content-length: ${good.length}\r\ntransfer-encoding: chunked\r\n\r\n${chunk(good)}0\r\n\r\n`,
    ),
  },
  {
    name: 'frames its answer in two ways, chunks first',
    outcome: 'malformed',
    script: says(
      (good) =>
        `${json}transfer-encoding: chunked\r\ncontent-length: ${good.length}\r\n\r\n${chunk(good)}0\r\n\r\n`,
    ),
  },
  {
    name: 'names two lengths',
    outcome: 'malformed',
    script: says(
      (good) => `${json}content-length: ${good.length}\r\ncontent-length: ${good.length - 1}\r\n\r\n${good}`,
    ),
  },
  {
    name: 'answers with status 999',
    outcome: 'malformed',
    script: says((good) => reply(999, good)),
  },
  {
    name: 'puts a control character into its reason phrase',
    outcome: 200,
    script: says((good) => reply(200, good).replace('Scripted', 'O\x01K')),
  },
  {
    name: 'codes its body before it cuts it into chunks',
    outcome: 'malformed',
    script: says((good) => `${json}transfer-encoding: gzip, chunked\r\n\r\n${chunk(good)}0\r\n\r\n`),
  },
  {
    name: 'switches protocols unasked',
    outcome: 'reset',
    script: says(() => 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'),
  },
  {
    name: 'announces a body over the cap',
    outcome: 'tooLarge',
    script: says((_good, cap) => `${json}content-length: ${cap + 1}\r\n\r\n${' '.repeat(cap + 1)}`),
  },
  {
    name: 'streams a body over the cap',
    outcome: 'tooLarge',
    script: says((_good, cap) => `${json}transfer-encoding: chunked\r\n\r\n${chunk(' '.repeat(cap + 1))}`),
  },
  {
    name: 'sends a head over the cap',
    outcome: 'tooLarge',
    script: says((good) => reply(200, good, { 'x-a': 'a'.repeat(20_000) })),
  },
  { name: 'stays silent', outcome: 'timeout', script: () => ({}) },
  {
    name: 'never ends its head',
    outcome: 'timeout',
    script: () => ({ request: (_request, socket) => drips(socket, `${json}x-a: `, 'a') }),
  },
  {
    name: 'drips its body',
    outcome: 'timeout',
    script: () => ({
      request: (_request, socket) => drips(socket, `${json}content-length: 60000\r\n\r\n`, ' '),
    }),
  },
  {
    name: 'stops inside its body',
    outcome: 'timeout',
    script: says((good) => `${json}content-length: ${Buffer.byteLength(good) + 9}\r\n\r\n${good}`),
  },
  {
    name: 'answers before it has read the body',
    outcome: 200,
    script: (good) => ({ head: (_request, socket) => socket.write(reply(200, good)) }),
  },
  {
    name: 'answers, says it will close and closes',
    outcome: 200,
    script: saysAndEnds((good) => reply(200, good, { connection: 'close' })),
  },
  {
    name: 'answers without a length and closes',
    outcome: 200,
    script: saysAndEnds((good) => `${json}connection: close\r\n\r\n${good}`),
  },
  {
    name: 'answers twice',
    outcome: 200,
    script: says((good) => reply(200, good) + reply(200, good)),
  },
  {
    name: 'sends a body with 204',
    outcome: 204,
    script: says((good) => `HTTP/1.1 204 No Content\r\n\r\n${good}`),
  },
  {
    name: 'sends a body with 204 and its length',
    outcome: 204,
    script: says((good) => reply(204, good)),
  },
  ...interims,
  ...codings,
];

/** The same, with what becomes of a translated request. */
export const translatedMisbehaviours = misbehaviours.map(({ translated, ...misbehaviour }): Misbehaviour => ({
  ...misbehaviour,
  outcome: translated ?? misbehaviour.outcome,
}));
