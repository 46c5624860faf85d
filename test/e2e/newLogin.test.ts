import type { Sandbox } from '../../src/sandbox/sandboxOptions';
import { legacyAccount } from '../sandbox/support/bodies';
import { callSandbox, idOf } from '../sandbox/support/callSandbox';
import { openSandbox } from '../sandbox/support/openSandbox';
import { startWhole } from '../support/startWhole';
import { temporaryFolder } from '../support/temporaryFolder';
import { idsOf, newAccount } from './support/envelopes';

const folder = temporaryFolder();
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await openSandbox();
});
afterEach(() => sandbox.close());

/** Scans of the list of account offers so far: its second page is read by nothing else. */
const scans = (): number =>
  sandbox.requests().filter(({ target }) => target.startsWith('/v2/account-offers?page=2&')).length;

async function open(store: string) {
  const whole = await startWhole({
    LIFEBOAT_UPSTREAM_V2: sandbox.origin,
    LIFEBOAT_STORE: store === 'memory' ? store : folder.path(store),
    LIFEBOAT_INDEX_SECRET: 'a-secret-of-more-than-thirty-two-characters',
  });
  const call = (words: string, body?: Parameters<typeof callSandbox>[2]) =>
    callSandbox({ ...sandbox, origin: whole.gateway }, words, body, sandbox.keys.v2);
  return { call, close: whole.close };
}

const BY_LOGIN = 'GET /v1/accounts/by-login/fresh@login';

it.each(['memory', 'index.db'])(
  'a login that got 404 is found as soon as it is created, without another scan; index: %s',
  async (store) => {
    const { call, close } = await open(store);
    expect((await call(BY_LOGIN)).status).toBe(404);
    const before = scans();
    const made = await call('POST /v1/accounts', {
      ...newAccount('emberfall-legends', 'fresh@login'),
      account_data: { level: 60, rank: 'Gold' },
    });
    expect(made.status).toBe(201);
    const found = await call(BY_LOGIN);
    expect([found.status, idsOf(found)]).toEqual([200, idsOf(made)]);
    await close();
    if (store !== 'memory') {
      const again = await open(store);
      expect(idsOf(await again.call(BY_LOGIN))).toEqual(idsOf(made));
      await again.close();
    }
    expect(scans()).toBe(before);
  },
);

it('a login that is created and listed through /v2 is found by one call, and forgotten when it is deleted there', async () => {
  const { call, close } = await open('memory');
  expect((await call(BY_LOGIN)).status).toBe(404);
  const made = await call('POST /v2/account-offers', { ...legacyAccount, login: 'fresh@login' });
  const id = String(idOf(made));
  expect((await call(`POST /v2/account-offers/${id}/list`)).status).toBeLessThan(300);
  const before = sandbox.requests().length;
  const found = await call(BY_LOGIN);
  expect([found.status, idsOf(found)]).toEqual([200, [id]]);
  expect(sandbox.requests()).toHaveLength(before + 1);
  await call(`PATCH /v2/account-offers/${id}`, { login: 'other@login' });
  expect(idsOf(await call('GET /v1/accounts/by-login/other@login'))).toEqual([id]);
  await call(`DELETE /v2/account-offers/${id}`);
  expect((await call('GET /v1/accounts/by-login/other@login')).status).toBe(404);
  await close();
});
