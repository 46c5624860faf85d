import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import type { Account } from '../../src/comparison/keep/comparisonAccounts.js';
import { comparisonReport, type ComparisonReport } from '../../src/comparison/report/comparisonReport.js';
import { sample } from '../../src/comparison/keep/keptSample.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { callApi } from '../http/admin/support/openAdminPort.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { filesIn } from '../support/filesIn.ts';
import { settingsOfKeys, settingsOnV1 } from '../support/settingsOf.ts';
import { ask } from '../support/talk.ts';
import { openFolder } from '../support/temporaryFolder.ts';

let folder: string;
let sandbox: Sandbox;
let startedWhole: StartedWhole;

const start = async (): Promise<StartedWhole> =>
  startWhole({
    ...settingsOnV1(sandbox.origin),
    ...(await settingsOfKeys(folder, sandbox.keys)),
    LIFEBOAT_COMPARISON_SAMPLE: '100',
    LIFEBOAT_STORE: join(folder, 'comparison.db'),
    // Nothing is agreed: what the shipped rules hide shows that there is something to be seen.
    LIFEBOAT_COMPARISON_RULES: join(folder, 'rules.yaml'),
    LIFEBOAT_COMPARISON_REQUESTS_PER_MINUTE: '1000',
    LIFEBOAT_INDEX_SECRET: 'a secret of the index that is long enough',
  });

async function toShadow(resource: string): Promise<void> {
  const move = { resource, to: 'shadow', reason: 'to see', force: true };
  expect((await callApi(startedWhole.admin, '/stages/move', move)).status).toBe(200);
}

const read = (path: string) =>
  ask(startedWhole.gateway, { path, headers: { Authorization: `Bearer ${sandbox.keys.v1}` } });

const page = async (path: string): Promise<unknown> =>
  (await request(startedWhole.admin).get(`/api/differences${path}`)).body;

async function settled(): Promise<Readonly<Record<string, Account>>> {
  for (;;) {
    const { operations } = (await page('/accounts')) as { operations: Record<string, Account> };
    if (Object.values(operations).every(({ pending }) => pending === 0)) return operations;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

beforeAll(async () => {
  sandbox = await openSandbox();
  folder = openFolder();
  writeFileSync(join(folder, 'rules.yaml'), 'ignore: []\n');
  startedWhole = await start();
});

describe('a gateway whose resources are in the shadow stage', () => {
  let report: ComparisonReport;

  beforeAll(async () => {
    await toShadow('account');
    await toShadow('currency-offer');
    const offer = `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    const login = `/v1/accounts/by-login/${encodeURIComponent(sandbox.sampleLogin)}`;
    for (const path of [
      offer,
      login,
      '/v1/currency-offers?page=1',
      '/v1/accounts?page=1&with_data=1',
      offer,
    ]) {
      expect((await read(path)).headers['x-lifeboat-served-by']).toBe('v1');
    }
    expect((await read('/v1/currency-offers/999999999')).status).toBe(404);
    await settled();
    report = comparisonReport.parse(await page(''));
  });

  it('accounts for every served request', async () => {
    const accounts = await settled();
    for (const { served, compared, pending, notCompared } of Object.values(accounts)) {
      expect(Object.values(notCompared).reduce((sum, value) => sum + value, compared + pending)).toBe(served);
    }
    expect(accounts['getCurrencyOffer']).toMatchObject({ served: 3, compared: 3 });
    expect(report.outcomes['compared']).toBe(6);
  });

  it('finds only differences that the mappings declare as unknown, in bodies and headers', () => {
    expect(report.issues.map(({ operation, path }) => `${operation} ${path}`).sort()).toEqual([
      'getAccountByLogin data.attributes.trend_score',
      'listAccounts data.[].attributes.sold_at',
    ]);
  });

  it('names the mapping line of a difference', () => {
    const foundEntry = report.issues.find(({ path }) => path.endsWith('trend_score'));
    expect(foundEntry?.line).toMatch(/account\.yaml:\d+$/);
  });

  it('shows a sample of a difference without values', async () => {
    const { id = '' } = report.issues.find(({ operation }) => operation === 'getAccountByLogin')?.first ?? {};
    const shownAnswer = sample.parse(await page(`/pair?id=${id}`));
    expect(shownAnswer).toMatchObject({
      operation: 'getAccountByLogin',
      v1: { status: 200 },
      v2: { status: 200 },
    });
    expect(shownAnswer.raw.length).toBeGreaterThan(0);
    const { attributes } = (JSON.parse(shownAnswer.v1.body) as { data: { attributes: object } }).data;
    expect(attributes).toMatchObject({ login: '(secret)', password: '(secret)' });
    expect(JSON.stringify(shownAnswer)).not.toContain(sandbox.sampleLogin);
  });

  it('keeps no login, password or key in any file', async () => {
    const login = await read(`/v1/accounts/by-login/${encodeURIComponent(sandbox.sampleLogin)}`);
    const { attributes } = (JSON.parse(login.body) as { data: { attributes: Record<string, string> } }).data;
    const secrets = ['login', 'password']
      .map((name) => attributes[name] ?? '')
      .filter((text) => text.length > 3);
    expect(secrets.length).toBe(2);
    await settled();
    await startedWhole.close();
    const texts = filesIn(folder);
    expect(texts.join('')).toContain('getAccountByLogin');
    for (const secret of [...secrets, sandbox.keys.v1, sandbox.keys.v2])
      expect(texts.join('')).not.toContain(secret);

    startedWhole = await start();
    const { operations } = (await page('/accounts')) as { operations: Record<string, Account> };
    expect(operations['getCurrencyOffer']).toMatchObject({ served: 3, compared: 3 });
    expect(comparisonReport.parse(await page('')).compared).toBeGreaterThan(3);
  });
});
