import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Pool } from 'undici';
import { PROGRAM, ROOT } from '../support/builtProgram.ts';
import type { Work } from '../support/countWork.ts';
import { reply, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';
import { accountOffer, currencyOffer, ofSize } from '../bench/stub/documents.ts';
import { listPage } from '../bench/stub/writeStubFiles.ts';
import { offers, v1Calls } from '../bench/stub/calls.ts';

/**
 * Limits of what one request makes, counted over thousands in the running program and not timed. Nothing is collected
 * meanwhile: the young generation has room for all of it.
 */

/** Requests under way at a time. */
const CONNECTIONS = 16;
const COUNTED = 500;
/** Under a profiler, which counts each call and makes all of them slow. */
const PROFILED = 400;

/** Rounds within which one has to keep the limit: V8 compiles in the first ones; a profiled one counts calls, which vary less. */
const MOST_ROUNDS = 17;
const PROFILED_ROUNDS = 3;

/** Requests before calls are counted: until connections and indexes are there. */
const OPENING = 50;

const small = ofSize((free) => accountOffer(offers.small.account, offers.small.login, free), 'small');
const large = ofSize((free) => accountOffer(offers.large.account, offers.large.login, free), 'large');
const currency = ofSize((free) => currencyOffer(offers.small.currency, free), 'small');
const bodies: readonly (readonly [prefix: string, body: string])[] = [
  ['/v2/account-offers?', JSON.stringify(listPage([small, large], 1, 2))],
  ['/v2/account-offers/', JSON.stringify({ data: small })],
  ['/v2/currency-offers/', JSON.stringify({ data: currency })],
];

const folder = mkdtempSync(join(tmpdir(), 'lifeboat-'));
let upstream: ScriptedUpstream;

/** A gateway in a process of its own, and a client of it. */
interface Started {
  readonly process: ChildProcess;
  readonly client: Pool;
}

let counted: Started;

async function start(words: readonly string[]): Promise<Started> {
  const gateway = spawn(process.execPath, [...words, 'serve', '--port', '0', '--admin-port', '0'], {
    env: { PATH: process.env['PATH'], LIFEBOAT_UPSTREAM_V2: upstream.origin },
    // A gateway of its own keeps a store of its own.
    cwd: mkdtempSync(join(folder, 'gateway-')),
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  const lines = createInterface({ input: gateway.stdout as Readable });
  const origin = new Promise<string>((resolve, reject) => {
    gateway.once('close', (code) => reject(new Error(`the gateway ended with ${String(code)}`)));
    lines.on('line', (line) => {
      const [, foundText] = /gateway (\S+)/.exec(line) ?? [];
      if (foundText !== undefined) resolve(foundText);
    });
  });
  return { process: gateway, client: new Pool(await origin, { connections: CONNECTIONS }) };
}

async function stop({ process: gateway, client }: Started): Promise<void> {
  await client.close();
  gateway.kill('SIGKILL');
  await once(gateway, 'close');
}

async function look(message: 'look' | 'cover'): Promise<Work> {
  const answered = once(counted.process, 'message');
  counted.process.send(message);
  const [work] = (await answered) as [Work];
  return work;
}

beforeAll(async () => {
  upstream = await startUpstream({
    request: ({ path }, socket) =>
      socket.write(reply(200, bodies.find(([prefix]) => path.startsWith(prefix))?.[1] ?? '{}')),
  });
  const roomy = ['--min-semi-space-size=128', '--max-semi-space-size=128'];
  const counter = join(ROOT, 'test', 'support', 'countWork.ts');
  counted = await start([...roomy, '--import', counter, PROGRAM]);
});

afterAll(async () => {
  await stop(counted);
  await upstream.close();
  rmSync(folder, { recursive: true });
});

const [login, update] = [v1Calls.byLogin(offers.small), v1Calls.update(offers.small)];

/** Node 22 allocates up to a quarter more for the same request than 24, on which the budgets are measured. */
const NODE_FACTOR = Number(process.versions.node.split('.')[0]) < 24 ? 1.25 : 1;

const requests = [
  { name: 'a GET by login', ...login, body: null, kilobytes: 67, calls: 940, files: 81 },
  {
    name: 'a GET by id',
    method: 'GET',
    path: update.path,
    body: null,
    kilobytes: 57,
    calls: 900,
    files: 77,
  },
  { name: 'a PATCH', ...update, body: update.body ?? null, kilobytes: 72, calls: 1_300, files: 84 },
] as const;

type Asked = Pick<(typeof requests)[number], 'method' | 'path' | 'body'>;

async function load({ method, path, body }: Asked, many: number): Promise<void> {
  const headers = { authorization: 'Bearer key-1', 'content-type': 'application/json' };
  let remaining = many;
  const askInTurn = async (): Promise<void> => {
    while (remaining > 0) {
      remaining -= 1;
      const answer = await counted.client.request({ method, path, body, headers });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, askInTurn));
}

describe.each(requests)('$name', (askedEntry) => {
  it(`allocates at most ${askedEntry.kilobytes} KB`, async () => {
    const limit = askedEntry.kilobytes * NODE_FACTOR;
    // The least of some rounds: what V8 compiles meanwhile, later on a busy machine, is of no request.
    let least = Infinity;
    for (let round = 0; round < MOST_ROUNDS && least >= limit; round += 1) {
      const previousWork = await look('look');
      await load(askedEntry, COUNTED);
      const nextWork = await look('look');
      // A round counts where there was room for it: a young generation that is full is collected.
      if (nextWork.collections === previousWork.collections)
        least = Math.min(least, (nextWork.bytes - previousWork.bytes) / COUNTED / 1024);
    }
    expect(least).toBeLessThan(limit);
  });
});

describe.each(requests)('$name', (askedEntry) => {
  it(`crosses at most ${askedEntry.files} files of the gateway, and calls at most ${askedEntry.calls} of their functions`, async () => {
    await load(askedEntry, OPENING);
    // The fewest of some rounds: what goes on each second is of no request.
    let calls = Infinity;
    let files: readonly string[] | undefined;
    const isWithin = (): boolean =>
      calls / PROFILED < askedEntry.calls && files !== undefined && files.length <= askedEntry.files;
    for (let round = 0; round < PROFILED_ROUNDS && !isWithin(); round += 1) {
      const previousWork = await look('cover');
      await load(askedEntry, PROFILED);
      const nextWork = await look('look');
      calls = Math.min(calls, nextWork.calls - previousWork.calls);
      const crossed = nextWork.files.filter(([, busiest]) => busiest >= PROFILED).map(([path]) => path);
      files = files?.filter((path) => crossed.includes(path)) ?? crossed;
    }
    if (files === undefined) throw new Error('no round was counted');
    console.log(
      `${askedEntry.name}: ${calls / PROFILED} calls in ${files.length} files\n${files.toSorted().join('\n')}`,
    );
    expect(files.length).toBeLessThanOrEqual(askedEntry.files);
    expect(calls / PROFILED).toBeLessThan(askedEntry.calls);
  });
});
