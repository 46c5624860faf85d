import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { legacyAccount } from '../sandbox/support/bodies.ts';
import { callSandbox, idOf } from '../sandbox/support/callSandbox.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { startWhole } from '../support/startWhole.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { idsOf, newAccount } from './support/envelopes.ts';

const folder = temporaryFolder();
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await openSandbox();
});

/** Scans of the list of account offers so far: its second page is read by nothing else. */
const scans = (): number =>
  sandbox.requests().filter(({ target }) => target.startsWith('/v2/account-offers?page=2&')).length;

async function open(store: string) {
  const startedWhole = await startWhole({
    LIFEBOAT_UPSTREAM_V2: sandbox.origin,
    LIFEBOAT_STORE: store === 'memory' ? store : folder.path(store),
    LIFEBOAT_INDEX_SECRET: 'a-secret-of-more-than-thirty-two-characters',
  });
  const call = (words: string, body?: Parameters<typeof callSandbox>[2]) =>
    callSandbox({ ...sandbox, origin: startedWhole.gateway }, words, body, sandbox.keys.v2);
  return { call, close: startedWhole.close };
}

const BY_LOGIN = 'GET /v1/accounts/by-login/fresh@login';

it.each(['memory', 'index.db'])(
  'a login that got 404 is found as soon as it is created, without another scan; index: %s',
  async (store) => {
    const { call, close } = await open(store);
    expect((await call(BY_LOGIN)).status).toBe(404);
    const countBefore = scans();
    const madeAnswered = await call('POST /v1/accounts', {
      ...newAccount('emberfall-legends', 'fresh@login'),
      account_data: { level: 60, rank: 'Gold' },
    });
    expect(madeAnswered.status).toBe(201);
    const foundAnswered = await call(BY_LOGIN);
    expect([foundAnswered.status, idsOf(foundAnswered)]).toEqual([200, idsOf(madeAnswered)]);
    await close();
    if (store !== 'memory') {
      const repeatedEntry = await open(store);
      expect(idsOf(await repeatedEntry.call(BY_LOGIN))).toEqual(idsOf(madeAnswered));
      await repeatedEntry.close();
    }
    expect(scans()).toBe(countBefore);
  },
);

it('a login that is created and listed through /v2 is found by one call, and forgotten when it is deleted there', async () => {
  const { call, close } = await open('memory');
  expect((await call(BY_LOGIN)).status).toBe(404);
  const madeAnswered = await call('POST /v2/account-offers', { ...legacyAccount, login: 'fresh@login' });
  const id = String(idOf(madeAnswered));
  expect((await call(`POST /v2/account-offers/${id}/list`)).status).toBeLessThan(300);
  const countBefore = sandbox.requests().length;
  const foundAnswered = await call(BY_LOGIN);
  expect([foundAnswered.status, idsOf(foundAnswered)]).toEqual([200, [id]]);
  expect(sandbox.requests()).toHaveLength(countBefore + 1);
  await call(`PATCH /v2/account-offers/${id}`, { login: 'other@login' });
  expect(idsOf(await call('GET /v1/accounts/by-login/other@login'))).toEqual([id]);
  await call(`DELETE /v2/account-offers/${id}`);
  expect((await call('GET /v1/accounts/by-login/other@login')).status).toBe(404);
  await close();
});
