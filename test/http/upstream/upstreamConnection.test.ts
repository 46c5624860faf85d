import { pbkdf2 } from 'node:crypto';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createUpstream, type UpstreamClient } from '../../../src/http/upstream/upstreamClient.js';
import { upstreamLimits, type UpstreamLimits } from '../../../src/http/upstream/upstreamLimits.js';
import { realClock } from '../../support/realClock.ts';
import { answering, reply, type ScriptedUpstream, startUpstream } from '../../support/upstream.ts';

const good = JSON.stringify({ data: { id: 1 } });

let upstream: ScriptedUpstream;
let client: UpstreamClient;

const askedEntry = { method: 'GET', path: '/v2/x', authorization: 'Bearer key', requestId: 'r-1' } as const;
const callAgain = (over: { path?: string; cancel?: AbortSignal } = {}) =>
  client.call({ ...askedEntry, ...over, deadlineAt: realClock.steady() + 600_000 });

const ask = (limits: Partial<UpstreamLimits> = {}, over: Parameters<typeof callAgain>[0] = {}) => {
  client = createUpstream({
    origin: upstream.origin,
    clock: realClock,
    limits: { ...upstreamLimits, ...limits },
  });
  return callAgain(over);
};

/** Until a connection that has carried a call is kept for another one. */
async function untilKept(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

beforeEach(async () => {
  upstream = await startUpstream(answering(200, good));
});

afterEach(async () => {
  await upstream.close();
  await client.close();
});

describe('a connection to the upstream', () => {
  it('ends with its call if no head arrives for too long', async () => {
    upstream.play({});
    const outcome = await ask({ headSilence: 100 });
    expect(outcome).toEqual({ ok: false, failure: { kind: 'timeout', sent: true } });
    await upstream.quiet(0);
  });

  it('ends with its call if a body stops for too long', async () => {
    upstream.play({ request: (_request, socket) => socket.write(reply(200, good).slice(0, -1)) });
    const outcome = await ask({ bodySilence: 100 });
    expect(outcome).toEqual({ ok: false, failure: { kind: 'timeout', sent: true, status: 200 } });
    await upstream.quiet(0);
  });

  it('is closed after a long time without use', async () => {
    expect((await ask({ keepAlive: 100 })).ok).toBe(true);
    await upstream.quiet(0);
  });

  it('is closed at once if its upstream keeps it for less time than a use takes', async () => {
    upstream.play(answering(200, good, { 'keep-alive': 'timeout=2' }));
    expect((await ask({ keepAlive: 600_000, keepAliveMargin: 2_000 })).ok).toBe(true);
    await upstream.quiet(0);
  });

  it('is kept for less time than its upstream keeps it', async () => {
    upstream.play(answering(200, good, { 'keep-alive': 'timeout=2' }));
    expect((await ask({ keepAlive: 600_000, keepAliveMargin: 1_900 })).ok).toBe(true);
    await upstream.quiet(0);
  });

  it('is closed during a call only after the answer to that call', async () => {
    let answer = (): void => undefined;
    const askedPromise = new Promise<void>((resolve) => {
      upstream.play({
        request: (_request, socket) => {
          answer = () => void socket.write(`HTTP/1.1 103 Hints\r\n\r\n${reply(200, good)}`);
          resolve();
        },
      });
    });
    const outcome = ask();
    await askedPromise;
    const closed = client.close();
    answer();
    expect((await outcome).ok).toBe(true);
    await closed;
    await upstream.quiet(0);
  });

  it.each([
    ['plain answers', reply(200, good)],
    ['answers that undici reads', `HTTP/1.1 103 Hints\r\n\r\n${reply(200, good)}`],
  ])('is opened again if it closes as a call starts, after %s', async (_name, answer) => {
    const sockets: Socket[] = [];
    upstream.play({
      connected: (socket) => sockets.push(socket),
      request: (_, socket) => socket.write(answer),
    });
    expect((await ask()).ok).toBe(true);
    await untilKept();
    const outcome = new Promise((resolve) => {
      // Its end comes between the call and the end of this round, in which the call would be sent.
      setTimeout(() => {
        sockets[0]?.destroy();
        resolve(callAgain());
      }, 0);
    });
    expect(await outcome).toMatchObject({ ok: true, value: { status: 200 } });
    expect(upstream.connections()).toBe(2);
  });

  it('carries its next call to the end even if the last one, which is unpacked, is given up', async () => {
    const packed = gzipSync(good);
    let answer = (): void => undefined;
    const isSecondAsked = new Promise<void>((resolve) => {
      upstream.play({
        request: ({ path }, socket) => {
          const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`;
          if (path === '/packed') socket.write(Buffer.concat([Buffer.from(head), packed]));
          else {
            answer = () => void socket.write(reply(200, good));
            resolve();
          }
        },
      });
    });
    // All threads that unpack are at work until the second call is under way.
    for (let thread = 0; thread < 4; thread += 1) pbkdf2('a', 'b', 1_000_000, 32, 'sha1', () => undefined);
    const leaving = new AbortController();
    const firstPromise = ask({}, { path: '/packed', cancel: leaving.signal });
    while (client.load().active > 0) await untilKept();
    await untilKept();
    const second = callAgain();
    await isSecondAsked;
    leaving.abort();
    answer();
    expect((await second).ok).toBe(true);
    await firstPromise;
    expect(upstream.connections()).toBe(1);
  });
});
