import { deflateSync, gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { UpstreamRequest } from '../../../src/gateway/upstream.js';
import { createUpstream, type UpstreamClient } from '../../../src/http/upstream/upstreamClient.js';
import { upstreamLimits } from '../../../src/http/upstream/upstreamLimits.js';
import { realClock } from '../../support/realClock.ts';
import { answering, reply, type ScriptedUpstream, startUpstream } from '../../support/upstream.ts';
import { unpack } from '../../../src/http/upstream/followedCall.js';
import { ROOT } from '../../support/builtProgram.ts';

const write: UpstreamRequest = {
  method: 'PATCH',
  path: '/v2/account-offers/1',
  body: '{}',
  requestId: 'r-1',
  deadlineAt: realClock.steady() + 60_000,
};

/** The keys that an upstream is shown with these calls. */
async function keysOf(calls: readonly UpstreamRequest[], idempotencyKeys: boolean) {
  const upstream = await startUpstream(answering(200, '{}'));
  const { origin } = upstream;
  const client = createUpstream({ origin, clock: realClock, limits: upstreamLimits, idempotencyKeys });
  for (const request of calls) await client.call(request);
  await client.close();
  await upstream.close();
  return upstream.requests.map(({ headers }) => headers['idempotency-key']);
}

describe('Idempotency-Key (draft-ietf-httpapi-idempotency-key-header 2)', () => {
  it('is a separate String for each write, and the same for a repeated write', async () => {
    const next: UpstreamRequest = { ...write, path: '/v2/account-offers/2' };
    const [firstText, repeated, second] = await keysOf(
      [write, write, next, { ...write, requestId: 'r-2' }],
      true,
    );
    expect(firstText).toMatch(/^"[0-9a-f]{32}"$/);
    expect(repeated).toBe(firstText);
    expect(second).not.toBe(firstText);
  });

  it('is not sent with a read, nor with a write if v2 does not honour it', async () => {
    expect(await keysOf([{ ...write, method: 'GET', body: undefined }], true)).toEqual([undefined]);
    expect(await keysOf([write], false)).toEqual([undefined]);
  });
});

const MEGABYTE = 1024 * 1024;

describe('unpack', () => {
  it('unpacks as many bytes as allowed, and not one more', async () => {
    const body = gzipSync(Buffer.alloc(1000, 'a'));
    expect(await unpack(body, 'gzip', 1000)).toEqual({ ok: true, value: Buffer.alloc(1000, 'a') });
    expect(await unpack(body, 'gzip', 999)).toEqual({ ok: false, failure: 'tooLarge' });
  });

  it('uses no more memory than the cap, for any decompression bomb', async () => {
    // 4 GiB, more than a Buffer of Node 20 can hold.
    const member = gzipSync(Buffer.alloc(MEGABYTE));
    const bomb = Buffer.concat(Array.from({ length: 4096 }, () => member));
    const countBefore = process.resourceUsage().maxRSS;
    for (let round = 0; round < 20; round += 1) {
      expect(await unpack(bomb, 'gzip', 4 * MEGABYTE)).toEqual({ ok: false, failure: 'tooLarge' });
    }
    expect(process.resourceUsage().maxRSS - countBefore).toBeLessThan(256 * 1024); // KiB
  });

  it('leaves an empty body empty, as it arrives with a 204 or 304', async () => {
    expect(await unpack(Buffer.alloc(0), 'gzip', 1)).toEqual({ ok: true, value: Buffer.alloc(0) });
  });

  it('never takes a truncated body for a complete one', async () => {
    const text = JSON.stringify({ data: { id: 1, title: 'some offer' } });
    for (const [coding, packed] of [
      ['gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
    ] as const) {
      for (let bytes = 1; bytes < packed.length; bytes += 1) {
        const unpacked = await unpack(packed.subarray(0, bytes), coding, MEGABYTE);
        expect([coding, bytes, unpacked]).toEqual([coding, bytes, { ok: false, failure: 'encoded' }]);
      }
    }
  });
});

const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n';
/** A seller's own text, which must not be taken for a head. */
const body = JSON.stringify({ text: 'a' }) + '\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 ';

let upstream: ScriptedUpstream;
let client: UpstreamClient;

/** Writes the pieces one after the other, each in a packet of its own if the machine lets it. */
function writeInTurn(socket: Socket, [firstText, ...otherTexts]: readonly string[]): void {
  if (firstText === undefined) return;
  socket.setNoDelay(true);
  socket.write(firstText, () => setImmediate(() => writeInTurn(socket, otherTexts)));
}

async function outcomeOf(pieces: (wholeText: string) => readonly string[]): Promise<string> {
  upstream.play({ request: (_request, socket) => writeInTurn(socket, pieces(interim + reply(200, body))) });
  const outcome = await client.call({
    method: 'PATCH',
    path: '/v2/x',
    body: '{}',
    requestId: 'r-1',
    deadlineAt: realClock.steady() + 20_000,
  });
  return outcome.ok ? `${outcome.value.status} ${outcome.value.body.toString()}` : outcome.failure.kind;
}

describe('an answer after interim answers', () => {
  beforeEach(async () => {
    upstream = await startUpstream();
    client = createUpstream({
      origin: upstream.origin,
      clock: realClock,
      limits: { ...upstreamLimits, connections: 1 },
    });
  });

  afterEach(async () => {
    await upstream.close();
    await client.close();
  });

  it('is the same for every split of the bytes', async () => {
    const cuts = Array.from({ length: (interim + reply(200, body)).length }, (_, cut) => cut);
    const outcomes = new Set<string>();
    for (const cut of cuts)
      outcomes.add(await outcomeOf((wholeText) => [wholeText.slice(0, cut), wholeText.slice(cut)]));
    expect([...outcomes]).toEqual([`200 ${body}`]);
    expect(upstream.requests).toHaveLength(cuts.length);
  });

  it('is the same if every byte arrives alone', async () => {
    expect(await outcomeOf((wholeText) => wholeText.split(''))).toBe(`200 ${body}`);
  });

  it('keeps each byte of a body that begins like an interim answer', async () => {
    const lookalike = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 ';
    const wholeText = reply(200, lookalike);
    const head = wholeText.length - lookalike.length;
    expect(await outcomeOf(() => [wholeText.slice(0, head), wholeText.slice(head)])).toBe(`200 ${lookalike}`);
  });
});

describe('createCallerPools', () => {
  it('makes undici read its parser before the first connection, which may use the last file descriptor', () => {
    const [client, limits] = ['upstreamClient', 'upstreamLimits'].map((name) =>
      JSON.stringify(join(ROOT, `dist/http/upstream/${name}.js`)),
    );
    const script = `
      const clock = { now: Date.now, steady: Date.now, schedule: () => () => undefined };
      const { upstreamLimits: limits } = require(${limits});
      require(${client}).createUpstream({ origin: 'http://localhost', limits, clock });
      console.log(Object.keys(require.cache).join());
      process.on('exit', () => console.log('ended'));`;
    // Nothing that is left of it goes on.
    const printed = execFileSync(process.execPath, ['-e', script], { timeout: 30_000 }).toString();
    expect(printed).toMatch(/llhttp_simd-wasm\.js.*\nended\n$/);
  });
});
