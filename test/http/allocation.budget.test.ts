import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import { built } from '../support/builtProgram';
import type { Work } from '../support/countWork';
import { reply, type ScriptedUpstream, startUpstream } from '../support/upstream';
import { accountOffer, currencyOffer, ofSize } from '../bench/stub/documents';
import { listPage } from '../bench/stub/writeStubFiles';
import { v1Calls } from '../bench/stub/calls';

/**
 * Limits of what one request makes, counted over thousands in the running program and not timed. Nothing is collected
 * meanwhile: the young generation has room for all of it.
 */

/** Requests under way at a time. */
const CONNECTIONS = 16;
/** Until V8 has compiled what they run. */
const WARM_UP = 6_000;
const COUNTED = 2_000;
/** Under a profiler, which counts each call and makes all of them slow. */
const PROFILED = 400;

/** Number of rounds in which something is looked for that no request need make. */
const ROUNDS = 5;
const IN_A_ROUND = 200;

/** Requests before calls and promises are counted: until connections and indexes are there. */
const OPENING = 50;

const offer = ofSize((free) => accountOffer(5001, 'small@bench', free), 'small');
const bodies: readonly (readonly [prefix: string, body: string])[] = [
  ['/v2/account-offers?', JSON.stringify(listPage([offer], 1, 1))],
  ['/v2/account-offers/', JSON.stringify({ data: offer })],
  ['/v2/currency-offers/', JSON.stringify({ data: ofSize((free) => currencyOffer(7001, free), 'small') })],
];

const folder = mkdtempSync(join(tmpdir(), 'lifeboat-'));
let upstream: ScriptedUpstream;
let gateway: ChildProcess;
let client: Pool;

async function look(message: 'look' | 'hook' | 'cover'): Promise<Work> {
  const answered = once(gateway, 'message');
  gateway.send(message);
  const [work] = (await answered) as [Work];
  return work;
}

beforeAll(async () => {
  upstream = await startUpstream({
    request: ({ path }, socket) =>
      socket.write(reply(200, bodies.find(([prefix]) => path.startsWith(prefix))?.[1] ?? '{}')),
  });
  const roomy = ['--min-semi-space-size=128', '--max-semi-space-size=128'];
  const program = ['-r', built('test/support/countWork.ts'), '--disable-proto=throw', built('src/cli.ts')];
  const words = ['serve', '--port', '0', '--admin-port', '0'];
  gateway = spawn(process.execPath, [...roomy, ...program, ...words], {
    env: {
      PATH: process.env['PATH'],
      LIFEBOAT_UPSTREAM_V2: upstream.origin,
    },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  if (gateway.stdout === null) throw new Error('the program has no output');
  const [line] = (await once(createInterface({ input: gateway.stdout }), 'line')) as [string];
  client = new Pool(/gateway (\S+)/.exec(line)?.[1] ?? '', { connections: CONNECTIONS });
});

afterAll(async () => {
  await client.close();
  gateway.kill('SIGKILL');
  await once(gateway, 'close');
  await upstream.close();
  rmSync(folder, { recursive: true });
});

const [login, update] = [v1Calls.byLogin('small'), v1Calls.update('small')];
/** Node 24 makes more objects until it has compiled a read with a query; all else holds there, too. */
const on24 = Number.parseInt(process.versions.node, 10) >= 24;

const requests = [
  { name: 'a GET by login', ...login, body: null, kilobytes: on24 ? 35 : 31, calls: 1_240 },
  { name: 'a GET by id', method: 'GET', path: update.path, body: null, kilobytes: 29.5, calls: 1_110 },
  { name: 'a PATCH', ...update, body: update.body ?? null, kilobytes: 42.5, calls: 1_555 },
] as const;

type Asked = (typeof requests)[number];

async function load({ method, path, body }: Asked, many: number): Promise<void> {
  const headers = { authorization: 'Bearer key-1', 'content-type': 'application/json' };
  let left = many;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const answer = await client.request({ method, path, body, headers });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
}

describe.each(requests)('$name', (asked) => {
  it(`allocates at most ${asked.kilobytes} KB`, async () => {
    await load(asked, WARM_UP);
    // Room for what is counted: a young generation that was half full would be collected.
    let bytes = Infinity;
    while (bytes === Infinity) {
      const before = await look('look');
      await load(asked, COUNTED);
      const after = await look('look');
      if (after.collections === before.collections) bytes = (after.bytes - before.bytes) / COUNTED;
    }
    expect(bytes / 1024).toBeLessThan(asked.kilobytes);
  });
});

describe.each(requests)('$name', (asked) => {
  it('makes no promise, and shares its timers with others', async () => {
    await load(asked, OPENING);
    await look('hook');
    // The fewest of some short rounds: what goes on each second, and a connection that is opened, are of no request.
    let [promises, timers] = [Infinity, Infinity];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await look('look');
      await load(asked, IN_A_ROUND);
      const after = await look('look');
      promises = Math.min(promises, after.promises - before.promises);
      timers = Math.min(timers, after.timers - before.timers);
    }
    expect(promises / IN_A_ROUND).toBeLessThan(0.1);
    // One is undici's, for the connection that has become free; a further one for each request would make two.
    expect(timers / IN_A_ROUND).toBeLessThan(1.9);
  });
});

describe.each(requests)('$name', (asked) => {
  it(`calls at most ${asked.calls} functions of the gateway`, async () => {
    await load(asked, OPENING);
    const before = await look('cover');
    await load(asked, PROFILED);
    const after = await look('look');
    expect((after.calls - before.calls) / PROFILED).toBeLessThan(asked.calls);
  });
});
