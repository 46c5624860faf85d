import request from 'supertest';
import { exitCodeOf } from '../../src/cli/command.js';
import { exitCodeOfIndexes, indexLines, warmIndexes } from '../../src/cli/gateway/gatewayCommands.js';
import { showEntry } from '../../src/cli/operatorClient.js';
import { gatewayEntries } from '../../src/operator/gatewayEntries.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { type FakeClock, fakeClock } from '../gateway/support/fakeClock.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { recordingTerminal } from '../support/recordingTerminal.ts';
import { settingsOfKeys } from '../support/settingsOf.ts';
import { startWhole } from '../support/startWhole.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();
const V1_KEY = 'an-old-key';
let sandbox: Sandbox;
let clock: FakeClock;

beforeEach(async () => {
  clock = fakeClock(Date.UTC(2025, 10, 15));
  sandbox = await openSandbox({ clock });
});

async function open(more: Readonly<Record<string, string>> = {}, value = sandbox.keys.v2) {
  const table = await settingsOfKeys(folder.path('.'), { v1: V1_KEY, v2: value });
  const startedWhole = await startWhole({ LIFEBOAT_UPSTREAM_V2: sandbox.origin, ...table, ...more });
  const terminal = recordingTerminal();
  const adminPlace = { admin: startedWhole.admin, json: false };
  const asking = { place: adminPlace, environment: {}, terminal };
  const run = (warm: boolean) =>
    warm
      ? warmIndexes({ ...adminPlace, wait: true }, { environment: {}, terminal })
      : showEntry(gatewayEntries.indexes, {}, asking, indexLines, exitCodeOfIndexes);
  return { whole: startedWhole, terminal, run };
}

const COMPLETE = /^login of bot \([0-9a-f]{12}\): complete, (\d+) of \1 offers$/;

it('lifeboat index warm fills the index of a key that no client has shown yet; the first lookup is one read', async () => {
  const { whole: startedWhole, terminal, run } = await open();
  expect(await run(false)).toBe(1);
  expect(terminal.out.at(-1)).toMatch(/^login of bot \([0-9a-f]{12}\): not read, 0 of \? offers$/);
  expect(await run(true)).toBe(0);
  expect(terminal.out.at(-1)).toMatch(COMPLETE);
  const countBefore = sandbox.requests().length;
  const headers = { authorization: `Bearer ${V1_KEY}` };
  const path = `/v1/accounts/by-login/${encodeURIComponent(sandbox.sampleLogin)}`;
  expect((await request(startedWhole.gateway).get(path).set(headers)).status).toBe(200);
  expect(sandbox.requests()).toHaveLength(countBefore + 1);
});

it('the setting fills the index at the start, and /readyz shows the progress until it is complete', async () => {
  const fault = { route: 'GET /v2/account-offers', count: 1, latency: 60_000 };
  await request(sandbox.origin).post('/_sandbox/faults').send(fault);
  const { whole: startedWhole, terminal, run } = await open({ LIFEBOAT_INDEX_WARM: 'on' });
  const readiness = async (): Promise<unknown> => (await request(startedWhole.admin).get('/readyz')).body;
  await startedWhole.logged('indexes are being filled');
  expect(await readiness()).toEqual({ status: 'ready', warming: { complete: 0, of: 1 } });
  clock.advance(60_000);
  await startedWhole.logged('list read for an index');
  expect(await run(false)).toBe(0);
  expect(terminal.out.at(-1)).toMatch(COMPLETE);
  expect(await readiness()).toEqual({ status: 'ready' });
});

it('lifeboat index warm ends with 1 if v2 refuses the scan, or if the gateway has no table', async () => {
  const refused = await open({}, 'a-key-that-v2-does-not-know');
  expect(await refused.run(true)).toBe(1);
  await refused.whole.close();
  const startedWhole = await startWhole({ LIFEBOAT_UPSTREAM_V2: sandbox.origin });
  const terminal = recordingTerminal();
  const words = { admin: startedWhole.admin, wait: true, json: true };
  expect(await exitCodeOf(() => warmIndexes(words, { environment: {}, terminal }), terminal)).toBe(1);
  expect([terminal.out, terminal.err]).toEqual([
    ['[]'],
    ['no key is known: it takes an exchange table (`lifeboat keys`)'],
  ]);
});

it('filling an index begins only by a request that a foreign web page cannot send', async () => {
  const { whole: startedWhole } = await open();
  const form = await request(startedWhole.admin).post('/api/index/warm').send('a=b');
  expect(form.status).toBe(415);
});
