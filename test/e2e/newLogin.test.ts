import type { Sandbox } from '../../src/sandbox/sandbox';
import { callSandbox } from '../sandbox/support/callSandbox';
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

/** Reads of the list of account offers so far. */
const scans = (): number =>
  sandbox.requests().filter(({ target }) => target.startsWith('/v2/account-offers?')).length;

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
  'a login that has been answered 404 is found as soon as it was made, the list unread; index: %s',
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
