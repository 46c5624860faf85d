import { readdirSync } from 'node:fs';
import { request } from 'undici';
import type { JsonObject } from '../../src/contract/json.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { newAccount } from './support/envelopes.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { type CliRun, serveCli } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();

const indexes = () => readdirSync(folder.path('.')).filter((name) => name.startsWith('lifeboat-store-'));

let sandbox: Sandbox;
let run: CliRun;
let origin: string;

beforeEach(async () => {
  sandbox = await openSandbox();
  ({ run, gateway: origin } = await serveCli(['--workers', '3'], {
    cwd: folder.path('.'),
    environment: { LIFEBOAT_UPSTREAM_V2: sandbox.origin, TMPDIR: folder.path('.') },
  }));
});

it('three processes find every login as soon as one of them has created it, by one shared index that ends with them', async () => {
  // A connection for each call: the processes take them in turn.
  const call = async (method: 'GET' | 'POST', path: string, sent?: JsonObject) => {
    const authorization = `Bearer ${sandbox.keys.v2}`;
    const headers = { authorization, ...(sent === undefined ? {} : { 'content-type': 'application/json' }) };
    const body = sent === undefined ? null : JSON.stringify(sent);
    const answer = await request(`${origin}${path}`, { method, headers, body, reset: true });
    const read = (await answer.body.json()) as { readonly data?: { readonly id: string } };
    return { status: answer.statusCode, id: read.data?.id };
  };
  for (let round = 0; round < 10; round += 1) {
    const byLogin = `/v1/accounts/by-login/fresh-${round}`;
    expect((await call('GET', byLogin)).status).toBe(404);
    const madeAnswer = await call('POST', '/v1/accounts', {
      ...newAccount('emberfall-legends', `fresh-${round}`),
      account_data: { level: 60, rank: 'Gold' },
    });
    const foundAnswer = await call('GET', byLogin);
    expect([madeAnswer.status, foundAnswer.status, foundAnswer.id]).toEqual([201, 200, madeAnswer.id]);
  }
  const pages = sandbox.requests().filter(({ target }) => /\?page=2&.*sort=-id$/.test(target));
  expect(pages).toHaveLength(1);
  expect(indexes()).toHaveLength(1);
  run.child.kill('SIGTERM');
  expect((await run.ended).code).toBe(0);
  expect(indexes()).toEqual([]);
});
