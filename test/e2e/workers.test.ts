import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { askAdmin } from '../http/admin/support/openAdminPort.ts';
import { type CliRun, runCli, serveCli, workersOf } from '../support/runCli.ts';
import { shippedFolder } from '../support/shipped.ts';
import { reply, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';
import { waitUntil } from '../support/waitUntil.ts';
import { currencyOffer } from '../bench/stub/documents.ts';
import { openFolder } from '../support/temporaryFolder.ts';
import { settingsOnV1 } from '../support/settingsOf.ts';

const PATH = '/v1/currency-offers/7001';
const REPLACED = 'a worker has ended and is replaced';
const OFFER = reply(200, JSON.stringify({ data: currencyOffer(7001) }));

let folder: string;
let upstream: ScriptedUpstream;
let run: CliRun;
let gateway: string;
let admin: string;

/** Asks once, over a connection of an agent or a new one. */
function ask(agent: Agent | false = false): Promise<{ status: number; servedBy: string; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer key-1' };
    const sent = request(`${gateway}${PATH}`, { agent, headers }, (response) => {
      const servedBy = String(response.headers['x-lifeboat-served-by']);
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, servedBy, body }));
    });
    sent.once('error', reject).end();
  });
}

const workers = (): readonly number[] => workersOf(run);

const adminPage = async (path: string, body?: object): Promise<string> =>
  (await askAdmin(admin, path, body)).body;

/** Requests that the workers have answered together. */
async function requestsCounted(): Promise<number> {
  const [, count = '0'] =
    /^lifeboat_requests_total\{route="\/v1\/currency-offers.* (\d+)$/m.exec(await adminPage('/metrics')) ??
    [];
  return Number(count);
}

/** Stops a process while it does not hold the lock of the store: with it no other could write before it is ended. */
function stopOutsideOfWrites(victim: number): void {
  const store = new DatabaseSync(join(folder, 'lifeboat.db'));
  for (;;) {
    process.kill(victim, 'SIGSTOP');
    try {
      store.exec('BEGIN IMMEDIATE; ROLLBACK');
      break;
    } catch {
      process.kill(victim, 'SIGCONT');
    }
  }
  store.close();
}

beforeAll(async () => {
  folder = openFolder();
  cpSync(shippedFolder, join(folder, 'mappings'), { recursive: true });
  rmSync(join(folder, 'mappings', 'fixtures'), { recursive: true });
  upstream = await startUpstream({ request: (_seen, socket) => socket.write(OFFER) });
  ({ run, gateway, admin } = await serveCli(['--workers', '2'], {
    cwd: folder,
    environment: {
      ...settingsOnV1(upstream.origin),
      LIFEBOAT_CUTOVER_START: 'v2',
      LIFEBOAT_MAPPINGS: join(folder, 'mappings'),
    },
  }));
});

// In this order over one run: the last one ends it.
describe('lifeboat serve --workers 2', () => {
  it('uses a changed mapping in every worker', async () => {
    const file = join(folder, 'mappings', 'currency-offer.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('dates: iso', 'dates: isoMilliseconds'));
    await run.logged('mappings replaced');
    const isNew = (): Promise<boolean> => ask().then(({ body }) => body.includes('.000Z'));
    await waitUntil(async () => (await Promise.all([isNew(), isNew(), isNew(), isNew()])).every(Boolean));
  });

  it('serves one port with two processes, adds up their figures, and applies a stage to both at once', async () => {
    expect(workers()).toHaveLength(2);
    const countBefore = await requestsCounted();
    for (let number = 0; number < 8; number += 1) {
      expect(await ask()).toMatchObject({ status: 200, servedBy: 'v2' });
    }
    expect(await requestsCounted()).toBe(countBefore + 8);
    const tail = async (countAfter: number) => {
      const read = await adminPage(`/api/tail?after=${countAfter}&resource=currency-offer&side=v2`);
      return JSON.parse(read) as { requests: readonly object[]; next: number; lost: number };
    };
    let { next } = await tail(0);
    for (let number = 0; number < 4; number += 1) await ask();
    // The answer comes before its log line.
    for (let tailed = 0; tailed < 4;) {
      const read = await tail(next);
      expect(read.lost).toBe(0);
      tailed += read.requests.length;
      ({ next } = read);
    }
    const served = 'resource="currency-offer",operation="getCurrencyOffer",side="v2",outcome="ok"';
    const metrics = await adminPage('/metrics');
    expect(metrics).toContain(`lifeboat_operations_total{${served}} ${countBefore + 12}`);
    expect(metrics).toMatch(/^lifeboat_build_info\{version="\S+",node="\S+"\} 1$/m);
    expect(await adminPage('/api/drift')).toContain('"endpoint":"GET /v2/currency-offers/{currencyOffer}"');

    const change = { resource: 'currency-offer', by: 'me', reason: 'a test' };
    const answer = await adminPage('/api/stages/kill', change);
    expect(JSON.parse(answer)).toMatchObject({ changes: [{ kept: true }] });
    const sides = await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(new Set(sides.map(({ servedBy }) => servedBy))).toEqual(new Set(['v1']));
  });

  it('replaces a worker that dies, without a failed request in the other', async () => {
    const agents = [
      new Agent({ keepAlive: true, maxSockets: 1 }),
      new Agent({ keepAlive: true, maxSockets: 1 }),
    ];
    for (const agent of agents) await ask(agent);
    const [victim = 0, nextValue = 0] = workers();
    process.kill(victim, 'SIGKILL');
    const outcomes = await Promise.all(
      agents.map(async (agent) => {
        const answered = [];
        for (let number = 0; number < 50; number += 1) {
          answered.push(
            await ask(agent).then(
              ({ status }) => status,
              () => 0,
            ),
          );
        }
        return answered;
      }),
    );
    // Whoever was connected to the dead one notices at most once, and goes on with the living.
    for (const answered of outcomes)
      expect(answered.filter((status) => status !== 200).length).toBeLessThanOrEqual(1);
    for (const agent of agents) agent.destroy();

    await run.logged(REPLACED);
    await waitUntil(() => workers().length === 2);
    expect(workers()).toContain(nextValue);
    expect(workers()).not.toContain(victim);
    expect(run.child.exitCode).toBeNull();
  });

  it('answers from a second worker the requests that wait for a stopped worker when it dies', async () => {
    const [victim = 0] = workers();
    process.kill(victim, 'SIGSTOP');
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    process.kill(victim, 'SIGKILL');
    await run.logged(REPLACED);
    await waitUntil(() => !workers().includes(victim) && workers().length === 2);
  });

  it('shows figures and changes a stage while a worker is stopped, and replaces that worker', async () => {
    const [victim = 0] = workers();
    stopOutsideOfWrites(victim);
    // The figures are those of the other as soon as it serves: it may just have been started.
    await waitUntil(async () => (await adminPage('/metrics')).includes('lifeboat_heap_bytes'));
    const pin = { caller: 'aaaaaaaaaaaa', side: 'v2' };
    const change = { resource: 'currency-offer', ...pin, by: 'me', reason: 'a test' };
    const answer = await adminPage('/api/stages/pin', change);
    expect(JSON.parse(answer)).toMatchObject({ changes: [{ kept: true }] });
    await run.logged(REPLACED);
    await waitUntil(() => !workers().includes(victim) && workers().length === 2);
  });

  it('ends with 1 and a single reason when its port is taken', async () => {
    const { port } = new URL(gateway);
    const second = runCli(['serve', '--workers', '2', '--port', port, '--admin-port', '0'], {
      cwd: folder,
      environment: { LIFEBOAT_UPSTREAM_V2: upstream.origin, LIFEBOAT_STORE: 'memory' },
    });
    const { code, stderr } = await second.ended;
    expect(code).toBe(1);
    expect(stderr.match(/listen: .*/g)).toEqual([expect.stringContaining(`:${port} is taken`)]);
  });

  it('finishes the requests of every worker on SIGTERM, and ends with 0', async () => {
    const heldAnswers: (() => void)[] = [];
    let allHeld = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (allHeld = resolve));
    upstream.play({
      request: (_seen, socket) => {
        heldAnswers.push(() => socket.write(OFFER));
        if (heldAnswers.length === 6) allHeld();
      },
    });
    const askedPromise = Promise.all(Array.from({ length: 6 }, () => ask()));
    await arrived;
    run.child.kill('SIGTERM');
    await waitUntil(async () => (await fetch(`${admin}/readyz`)).status !== 200);
    for (const release of heldAnswers) release();
    expect((await askedPromise).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await run.ended).code).toBe(0);
  });
});
