import type { Socket } from 'node:net';
import { chunk, ending, json, type Misbehaviour, says, saysAndEnds, saysAndResets } from './misbehaviour.ts';
import { codings, interims } from './unaskedAnswers.ts';
import { reply } from './upstream.ts';

/** Writes `start`, then one byte of `drop` after the other for as long as anyone listens. */
const drips = (socket: Socket, start: string, drop: string): void => {
  socket.write(start);
  const timer = setInterval(() => socket.write(drop), 10);
  socket.on('close', () => clearInterval(timer));
};

/** The misbehaviours of a connection, those of one outcome together. */
export const misbehaviours: readonly Misbehaviour[] = [
  ...ending('reset', {
    'closes as soon as it is connected': () => ({ connected: (socket) => socket.end() }),
    'closes when it has read the head': () => ({ head: (_request, socket) => socket.destroy() }),
    'resets before its answer': () => ({ request: (_request, socket) => socket.resetAndDestroy() }),
    'closes before its answer': () => ({ request: (_request, socket) => socket.end() }),
    'closes inside its head': saysAndEnds(() => `${json}content-le`),
    'switches protocols unasked': says(
      () => 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
    ),
  }),
  ...ending('truncated', {
    'closes before the body': saysAndEnds((good) => `${json}content-length: ${good.length}\r\n\r\n`),
    'sends fewer bytes than it said': saysAndEnds(
      (good) => `${json}content-length: ${Buffer.byteLength(good) + 9}\r\n\r\n${good}`,
    ),
    'sends fewer bytes than it said and means to close': saysAndEnds(
      (good) => `${json}connection: close\r\ncontent-length: ${Buffer.byteLength(good) + 9}\r\n\r\n${good}`,
    ),
    'resets inside the body': saysAndResets(
      (good) => `${json}content-length: ${Buffer.byteLength(good) + 9}\r\n\r\n${good}`,
    ),
    'cuts a chunk': saysAndEnds(
      (good) => `${json}transfer-encoding: chunked\r\n\r\n${chunk(good).slice(0, -5)}`,
    ),
    'leaves out the last chunk': saysAndEnds(
      (good) => `${json}transfer-encoding: chunked\r\n\r\n${chunk(good)}`,
    ),
    'leaves out the last chunk and means to close': saysAndEnds(
      (good) => `${json}connection: close\r\ntransfer-encoding: chunked\r\n\r\n${chunk(good)}`,
    ),
  }),
  ...ending('malformed', {
    'writes a chunk size that is no number': says(
      (good) => `${json}transfer-encoding: chunked\r\n\r\nzz\r\n${good}`,
    ),
    'does not speak HTTP': says(() => 'SSH-2.0-OpenSSH_9.6\r\n'),
    'ends a header with a bare CR': says(
      (good) => `${json}x-a: b\rcontent-length: ${good.length}\r\n\r\n${good}`,
    ),
    'puts a NUL into a header': says(
      (good) => `${json}x-a: b\0c\r\ncontent-length: ${good.length}\r\n\r\n${good}`,
    ),
    'frames its answer in two ways': says(
      (good) =>
        `${json}content-length: ${good.length}\r\ntransfer-encoding: chunked\r\n\r\n${chunk(good)}0\r\n\r\n`,
    ),
    'frames its answer in two ways, chunks first': says(
      (good) =>
        `${json}transfer-encoding: chunked\r\ncontent-length: ${good.length}\r\n\r\n${chunk(good)}0\r\n\r\n`,
    ),
    'names two lengths': says(
      (good) => `${json}content-length: ${good.length}\r\ncontent-length: ${good.length - 1}\r\n\r\n${good}`,
    ),
    'answers with status 999': says((good) => reply(999, good)),
    'codes its body before it cuts it into chunks': says(
      (good) => `${json}transfer-encoding: gzip, chunked\r\n\r\n${chunk(good)}0\r\n\r\n`,
    ),
  }),
  ...ending('tooLarge', {
    'announces a body over the cap': says(
      (_good, cap) => `${json}content-length: ${cap + 1}\r\n\r\n${' '.repeat(cap + 1)}`,
    ),
    'streams a body over the cap': says(
      (_good, cap) => `${json}transfer-encoding: chunked\r\n\r\n${chunk(' '.repeat(cap + 1))}`,
    ),
    'sends a head over the cap': says((good) => reply(200, good, { 'x-a': 'a'.repeat(20_000) })),
  }),
  ...ending('timeout', {
    'stays silent': () => ({}),
    'never ends its head': () => ({ request: (_request, socket) => drips(socket, `${json}x-a: `, 'a') }),
    'drips its body': () => ({
      request: (_request, socket) => drips(socket, `${json}content-length: 60000\r\n\r\n`, ' '),
    }),
    'stops inside its body': says(
      (good) => `${json}content-length: ${Buffer.byteLength(good) + 9}\r\n\r\n${good}`,
    ),
  }),
  ...ending(200, {
    'puts a control character into its reason phrase': says((good) =>
      reply(200, good).replace('Scripted', 'O\x01K'),
    ),
    'answers before it has read the body': (good) => ({
      head: (_request, socket) => socket.write(reply(200, good)),
    }),
    'answers, says it will close and closes': saysAndEnds((good) =>
      reply(200, good, { connection: 'close' }),
    ),
    'answers without a length and closes': saysAndEnds((good) => `${json}connection: close\r\n\r\n${good}`),
    'answers twice': says((good) => reply(200, good) + reply(200, good)),
  }),
  ...ending(204, {
    'sends a body with 204': says((good) => `HTTP/1.1 204 No Content\r\n\r\n${good}`),
    'sends a body with 204 and its length': says((good) => reply(204, good)),
  }),
  ...interims,
  ...codings,
];

/** The same, with what becomes of a translated request. */
export const translatedMisbehaviours = misbehaviours.map(({ translated, ...misbehaviour }): Misbehaviour => ({
  ...misbehaviour,
  outcome: translated ?? misbehaviour.outcome,
}));
