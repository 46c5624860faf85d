import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import pino from 'pino';
import supertest from 'supertest';
import type { Account } from '../../src/comparison/keep/comparisonAccounts.js';
import { comparisonReport, type ComparisonReport } from '../../src/comparison/report/comparisonReport.js';
import { recordedExchange } from '../../src/comparison/keep/recordedExchange.js';
import { sample } from '../../src/comparison/keep/keptSample.js';
import { createLifeboat } from '../../src/index.js';
import { digestKey } from '../../src/gateway/keys/clientKeys.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { TOKEN } from '../http/admin/support/openAdminPort.ts';
import { filesIn } from '../support/filesIn.ts';
import { type CliRun, serveCli, workersOf } from '../support/runCli.ts';
import { settingsOfKeys, settingsOnV1 } from '../support/settingsOf.ts';
import { openFolder } from '../support/temporaryFolder.ts';
import { waitUntil } from '../support/waitUntil.ts';

let folder: string;
let sandbox: Sandbox;
let run: CliRun;
let gateway: string;
let admin: string;

const adminHeaders = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

const page = async (path: string): Promise<unknown> =>
  (await supertest(admin).get(path).set(adminHeaders)).body;

/** One connection to each worker: they take connections in turns. */
const agents = [new Agent({ keepAlive: true, maxSockets: 1 }), new Agent({ keepAlive: true, maxSockets: 1 })];

function read(path: string, agent: Agent | undefined): Promise<number> {
  const headers = { authorization: `Bearer ${sandbox.keys.v1}` };
  return new Promise((resolve, reject) => {
    const sent = request(`${gateway}${path}`, { agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end();
  });
}

/** The accounts once so many requests are served and none is pending. */
async function settled(served: number): Promise<Readonly<Record<string, Account>>> {
  for (;;) {
    const { operations } = (await page('/api/differences/accounts')) as {
      operations: Record<string, Account>;
    };
    const all = Object.values(operations);
    const count = all.reduce((sum, account) => sum + account.served, 0);
    if (count >= served && all.every(({ pending }) => pending === 0)) return operations;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const workers = (): readonly number[] => workersOf(run);

beforeAll(async () => {
  sandbox = await openSandbox();
  folder = openFolder();
  writeFileSync(join(folder, 'rules.yaml'), 'ignore: []\n');
  const environment = {
    ...settingsOnV1(sandbox.origin),
    ...(await settingsOfKeys(folder, sandbox.keys)),
    LIFEBOAT_COMPARISON_SAMPLE: '100',
    LIFEBOAT_STORE: join(folder, 'lifeboat.db'),
    // Nothing is agreed: what the shipped rules hide shows that there is something to be seen.
    LIFEBOAT_COMPARISON_RULES: join(folder, 'rules.yaml'),
    LIFEBOAT_COMPARISON_REQUESTS_PER_MINUTE: '1000',
  };
  // Before the workers start: they learn of a later move one after the other, and do not compare what they serve until then.
  const previousLifeboat = await createLifeboat({ environment, logger: pino({ enabled: false }) });
  for (const resource of ['account', 'currency-offer'])
    await previousLifeboat.stage(resource, 'shadow', { reason: 'to see' });
  await previousLifeboat.close();
  ({ run, gateway, admin } = await serveCli(['--workers', '2'], { cwd: folder, environment }));
});

afterAll(() => {
  for (const agent of agents) agent.destroy();
});

// In this order over one run: the last one ends it.
describe('the comparison of lifeboat serve --workers 2', () => {
  let report: ComparisonReport;
  let beganAt: number;

  it('judges the comparisons of all workers together', async () => {
    const beginning = (await page('/api/differences/recording?after=0')) as {
      exchanges: unknown[];
      next: number;
    };
    expect(beginning.exchanges).toEqual([]);
    beganAt = beginning.next;
    const login = `/v1/accounts/by-login/${encodeURIComponent(sandbox.sampleLogin)}`;
    const offer = `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    for (let turn = 0; turn < 4; turn += 1) {
      for (const agent of agents) {
        expect([await read(offer, agent), await read(login, agent)]).toEqual([200, 200]);
      }
    }
    const accounts = await settled(16);
    expect(accounts['getCurrencyOffer']).toMatchObject({ served: 8, compared: 8 });
    expect(accounts['getAccountByLogin']).toMatchObject({ served: 8, compared: 8 });
    // The accounts may hear of a worker's pair before the judge does.
    do report = comparisonReport.parse(await page('/api/differences'));
    while (report.compared + report.repeated < 16);
    // A request counts five times an hour, whichever worker answers it.
    expect(report).toMatchObject({ compared: 10, repeated: 6, outcomes: { compared: 16 } });
    expect(report.issues).toMatchObject([
      { operation: 'getAccountByLogin', path: 'data.attributes.trend_score', requests: 5 },
    ]);
  });

  it('counts each pair once in the gate of the cutover and in the metrics', async () => {
    const overview = JSON.stringify(await page('/api/stages'));
    expect(overview.match(/"compared":\d+/g)).toEqual(expect.arrayContaining(['"compared":5']) as unknown);
    // What a worker has answered is counted by its second.
    const isWhole = (rows: unknown): boolean => JSON.stringify(rows).includes('"v1":8');
    let who: unknown;
    do who = await page('/api/clients?resource=currency-offer');
    while (!isWhole(who));
    expect(who).toMatchObject([{ name: 'bot', seen: [{ side: 'v1', v1: 8, v2: 0 }] }]);
    const metrics = (await supertest(admin).get('/metrics').set(adminHeaders)).text;
    expect(metrics).toContain(
      'lifeboat_comparisons_total{operation="getCurrencyOffer",outcome="compared"} 8',
    );
    const differing = 'resource="account",operation="getAccountByLogin",kind="value"';
    expect(metrics).toContain(`lifeboat_differences_total{${differing}} 5`);
  });

  it('shows a sample and a recording of any worker', async () => {
    const { id = '' } = report.issues[0]?.latest ?? {};
    expect(sample.parse(await page(`/api/differences/pair?id=${id}`))).toMatchObject({ v1: { status: 200 } });
    const { exchanges } = (await page(`/api/differences/recording?after=${beganAt}`)) as {
      exchanges: unknown[];
    };
    const recorded = exchanges.map((entry) => recordedExchange.parse(entry));
    expect([recorded.length, new Set(recorded.map(({ id }) => id)).size]).toEqual([16, 16]);
    const caller = digestKey(sandbox.keys.v1).toString('hex', 0, 6);
    expect(new Set(recorded.map((entry) => entry.caller))).toEqual(new Set([caller]));
    expect(report.callers).toMatchObject([{ caller, name: 'bot' }]);
    expect(recorded.filter(({ v2 = [] }) => v2.length > 0)).toHaveLength(16);
  });

  it('adds the counts up after a worker has died', async () => {
    const offer = `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    const [victim = 0] = workers();
    process.kill(victim, 'SIGKILL');
    await waitUntil(() => !workers().includes(victim) && workers().length === 2);
    expect(await settled(16)).toMatchObject({ getCurrencyOffer: { served: 8, compared: 8, pending: 0 } });
    for (let turn = 0; turn < 4; turn += 1) expect(await read(offer, undefined)).toBe(200);
    expect(await settled(20)).toMatchObject({ getCurrencyOffer: { served: 12, compared: 12, pending: 0 } });
  });

  it('stores every comparison when it ends, without a secret', async () => {
    run.child.kill('SIGTERM');
    expect((await run.ended).code).toBe(0);
    const texts = filesIn(folder);
    expect(texts.join('').match(/"outcome":"compared"/g)?.length).toBeGreaterThanOrEqual(20);
    for (const secret of [sandbox.sampleLogin, sandbox.keys.v1, sandbox.keys.v2])
      expect(texts.join('')).not.toContain(secret);
  });
});
