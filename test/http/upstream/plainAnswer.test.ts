import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { buildConnector, Client } from 'undici';
import type { Result } from '../../../src/contract/result';
import type { UpstreamAnswer, UpstreamFault } from '../../../src/gateway/upstream';
import { FollowedCall } from '../../../src/http/upstream/followedCall';
import { showInterimHeads } from '../../../src/http/upstream/interimHeads';
import { createUpstream } from '../../../src/http/upstream/upstreamClient';
import { upstreamLimits } from '../../../src/http/upstream/upstreamLimits';
import { ROOT } from '../../support/builtProgram';
import { certificate } from '../../support/certificate';
import { realClock } from '../../support/realClock';
import { reply, type ScriptedUpstream, startUpstream } from '../../support/upstream';

type Outcome = Result<UpstreamAnswer, UpstreamFault>;

const limits = { ...upstreamLimits, bodyBytes: 4096, headBytes: 2048 };
const call = { method: 'PATCH', path: '/v2/x', body: '{}' } as const;

let upstream: ScriptedUpstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

/** Writes the pieces one after the other, each in a packet of its own if the machine lets it, and ends. */
function writeInTurn(socket: Socket, [first, ...others]: readonly Buffer[]): void {
  if (first === undefined) socket.end();
  else socket.write(first, () => setImmediate(() => writeInTurn(socket, others)));
}

/** Cuts an answer at these places, and has it said to whoever asks. */
function play(answer: Buffer, cuts: readonly number[]): void {
  const places = [0, ...cuts.map((cut) => cut % (answer.length + 1)).sort((one, other) => one - other)];
  const pieces = places.map((from, index) => answer.subarray(from, places[index + 1] ?? answer.length));
  upstream.play({
    request: (_request, socket) => {
      socket.setNoDelay(true);
      writeInTurn(socket, pieces);
    },
  });
}

async function asRead(): Promise<Outcome> {
  const client = createUpstream({ origin: upstream.origin, clock: realClock, limits });
  const outcome = await client.call({
    ...{ ...call, requestId: 'r-1' },
    deadlineAt: realClock.steady() + 600_000,
  });
  await client.close();
  return outcome;
}

/** The same call read by nothing but undici. */
async function asUndiciReads(): Promise<Outcome> {
  const connect = buildConnector({ allowH2: false });
  const client = new Client(upstream.origin, {
    ...{ allowH2: false, maxHeaderSize: limits.headBytes, maxResponseSize: limits.bodyBytes },
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (socket !== null) showInterimHeads(socket);
        if (error === null) callback(null, socket);
        else callback(error, null);
      }),
  });
  const outcome = await new Promise<Outcome>((resolve) => {
    class Call extends FollowedCall {
      protected settled(settled: Outcome): void {
        resolve(settled);
      }

      protected released(): void {}

      expire(): void {}
    }
    client.dispatch({ ...call }, new Call(limits.bodyBytes));
  });
  await client.destroy();
  return outcome;
}

/** undici leaves the space behind a field's value, which is no part of it (RFC 9110 5.5). */
const trimmed = (headers: UpstreamAnswer['headers']): unknown =>
  Object.entries(headers).map(([name, value]) => [name, value.trim()]);
const shown = (outcome: Outcome): unknown =>
  outcome.ok
    ? [outcome.value.status, trimmed(outcome.value.headers), outcome.value.body.toString('latin1')]
    : outcome.failure;

const chunked = (body: string, size: number): string => {
  const chunks = body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  return [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
};

const text = fc.oneof(
  fc.constantFrom('{"data":{"id":1}}', '', 'HTTP/1.1 200 OK\r\n\r\n', '0\r\n\r\n'),
  fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map((byte) => String.fromCharCode(byte)),
    maxLength: 300,
  }),
  fc.integer({ min: 4000, max: 4200 }).map((length) => 'x'.repeat(length)),
);
const framed = fc.oneof(
  text.map((body) => ({ lines: [`content-length: ${body.length}`], body })),
  fc
    .tuple(text, fc.integer({ min: 1, max: 80 }))
    .map(([body, size]) => ({ lines: ['transfer-encoding: chunked'], body: chunked(body, size) })),
  text.map((body) => ({ lines: [], body })),
  text.map((body) => ({ lines: [`Content-Length: ${body.length + 3}`], body })),
  text.map((body) => ({ lines: [`content-length: ${body.length}`, 'Transfer-Encoding: Chunked'], body })),
);
const fields = fc.subarray([
  'Content-Type: application/json',
  'X-RateLimit-Remaining:  7 ',
  'x-a: 1',
  'X-A: 2',
  'connection: close',
  'Connection: keep-alive',
  'connection: Upgrade',
  'keep-alive: timeout=5',
  'upgrade: h2c',
  '__proto__: 1',
  'Constructor: 1',
  'x-empty:',
  'x-b: caf\xe9',
  'x-c : 1',
  ' folded: 1',
  'content-encoding: gzip',
  `x-long: ${'a'.repeat(1990)}`,
]);
const first = fc.constantFrom(
  ...[
    'HTTP/1.1 200 OK',
    'HTTP/1.1 200 OK',
    'HTTP/1.1 200 ',
    'HTTP/1.1 404 Not Found',
    'HTTP/1.1 204 No Content',
  ],
  ...[
    'HTTP/1.1 304 Not Modified',
    'HTTP/1.0 200 OK',
    'HTTP/1.1 200',
    'HTTP/1.1 999 So',
    'HTTP/1.1 103 Hints',
  ],
  'http/1.1 200 OK',
);
const answers = fc
  .tuple(first, fields, framed)
  .map(([line, others, { lines, body }]) => `${[line, ...others, ...lines].join('\r\n')}\r\n\r\n${body}`);
/** One byte of an answer that is another one. */
const spoilt = fc
  .tuple(answers, fc.nat(), fc.constantFrom('\0', '\r', '\n', ' ', ':', 'a', '0', '\x7f', '\xff'))
  .map(([answer, place, byte]) => {
    const at = place % answer.length;
    return answer.slice(0, at) + byte + answer.slice(at + 1);
  });

describe('an answer of an upstream', () => {
  it.each([
    ['well or oddly framed', answers],
    ['with a byte that is spoilt', spoilt],
  ])('is taken as undici takes it, %s and cut anywhere', async (_name, given) => {
    await fc.assert(
      fc.asyncProperty(given, fc.array(fc.nat(), { maxLength: 3 }), async (answer, cuts) => {
        play(Buffer.from(answer, 'latin1'), cuts);
        expect(shown(await asRead())).toEqual(shown(await asUndiciReads()));
      }),
      { numRuns: 150 },
    );
  });

  it('leaves its connection to the next call, but for one that undici has read: it is the last there', async () => {
    const client = createUpstream({ origin: upstream.origin, clock: realClock, limits });
    const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n';
    const inChunks = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunked('{"a":1}', 3)}`;
    const said = [
      reply(200, '1'),
      inChunks,
      reply(404, '2'),
      interim + reply(200, '3'),
      inChunks,
      reply(200, '4'),
    ];
    upstream.forget();
    const bodies: string[] = [];
    for (const answer of said) {
      upstream.play({ request: (_request, socket) => socket.write(answer) });
      const asked = { method: 'GET', path: '/v2/x', authorization: 'Bearer key', requestId: 'r-1' } as const;
      const outcome = await client.call({ ...asked, deadlineAt: realClock.steady() + 600_000 });
      bodies.push(outcome.ok ? outcome.value.body.toString() : outcome.failure.kind);
      // Until it rests again.
      await new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
    }
    expect(bodies).toEqual(['1', '{"a":1}', '2', '3', '{"a":1}', '4']);
    const [first = 0] = upstream.requests.map(({ connection }) => connection);
    const connections = upstream.requests.map(({ connection }) => connection - first);
    expect(connections).toEqual([0, 0, 0, 0, 1, 1]);
    await client.close();
  });

  it('is read over TLS', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lifeboat-'));
    const authority = join(folder, 'authority.pem');
    writeFileSync(authority, certificate.cert);
    const [client, caps] = ['upstreamClient', 'upstreamLimits'].map((name) =>
      JSON.stringify(join(ROOT, `dist/http/upstream/${name}.js`)),
    );
    const script = `
      const { createUpstream } = require(${client});
      const { upstreamLimits } = require(${caps});
      const clock = { now: Date.now, steady: () => Math.round(performance.now()),
        schedule: (delay, action) => { const timer = setTimeout(action, delay); return () => clearTimeout(timer); } };
      const server = require('node:https').createServer(${JSON.stringify(certificate)}, (request, response) => {
        response.setHeader('x-key', request.headers.authorization);
        response.setHeader('content-length', 100_000);
        response.end('x'.repeat(100_000));
      });
      server.listen(0, async () => {
        const origin = 'https://localhost:' + server.address().port;
        const upstream = createUpstream({ origin, clock, limits: upstreamLimits });
        const asked = { method: 'GET', path: '/', authorization: 'Bearer key', requestId: 'r-1' };
        for (let time = 0; time < 2; time += 1) {
          const { value, failure } = await upstream.call({ ...asked, deadlineAt: clock.steady() + 60_000 });
          console.log(value?.status, value?.headers['x-key'], value?.body.length, failure);
        }
        await upstream.close();
        server.close();
      });`;
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: authority };
    const printed = execFileSync(process.execPath, ['-e', script], { env }).toString();
    rmSync(folder, { recursive: true });
    expect(printed).toBe('200 Bearer key 100000 undefined\n'.repeat(2));
  });
});
