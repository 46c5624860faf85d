import request from 'supertest';
import { isJsonObject, type Json, type JsonObject } from '../../src/contract/json';
import type { Sandbox } from '../../src/sandbox/sandboxOptions';
import { callSandbox } from '../sandbox/support/callSandbox';
import { openSandbox } from '../sandbox/support/openSandbox';
import { ask } from '../support/talk';
import { type CliRun, runCli } from '../support/runCli';
import { filesIn } from '../support/filesIn';
import { temporaryFolder } from '../support/temporaryFolder';

const folder = temporaryFolder();
const CANARY = 'canary-5b1f7c2e';

/** Every login, password and key of the first seller, and marks of our own. */
async function secretsOf(sandbox: Sandbox): Promise<readonly string[]> {
  const { body } = await callSandbox(sandbox, 'GET /v2/account-offers?per_page=50');
  const credentials = (body['data'] as JsonObject[]).flatMap(({ credentials: given }) =>
    isJsonObject(given) ? Object.entries(given).filter(([name]) => name !== 'email_provider') : [],
  );
  const texts = credentials.map(([, value]) => value).filter((text) => typeof text === 'string');
  // A short login such as 12345 may stand anywhere by chance.
  return [CANARY, sandbox.keys.v2, sandbox.keys.v1, ...texts.filter((text) => text.length > 8)];
}

async function serveWithStore(sandbox: Sandbox): Promise<{ run: CliRun; gateway: string; admin: string }> {
  const environment = {
    LIFEBOAT_UPSTREAM_V2: sandbox.origin,
    LIFEBOAT_STORE: folder.path('index.db'),
    LIFEBOAT_INDEX_SECRET: `${CANARY}-${'0'.repeat(64)}`,
    LIFEBOAT_LOG_LEVEL: 'trace',
  };
  const run = runCli(['serve', '--port', '0', '--admin-port', '0'], { cwd: folder.path('.'), environment });
  const [gateway = '', admin = ''] = (await run.line()).match(/http:\/\/[\d.:]+/g) ?? [];
  return { run, gateway, admin };
}

const update: Json = {
  description: CANARY,
  price: `${CANARY}1`,
  delivery_time: { duration: CANARY, unit: CANARY },
  [CANARY]: CANARY,
};

/** Requests that carry secrets to every place where something is written down; the answers that are refusals. */
async function provoke(gateway: string, sandbox: Sandbox): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${sandbox.keys.v2}`, 'x-canary': CANARY };
  const json = { ...headers, 'content-type': 'application/json' };
  const patch = { method: 'PATCH', path: '/v1/currency-offers/7001', headers: json };
  const answers = [
    await ask(gateway, { path: `/v1/accounts/by-login/${CANARY}`, headers }),
    await ask(gateway, { path: `/v1/accounts/by-login/${CANARY}%2f`, headers }),
    await ask(gateway, { path: `/v1/${CANARY}/${CANARY}?key=${CANARY}`, headers }),
    await ask(gateway, { path: `/v2/${CANARY}?key=${CANARY}`, headers }),
    await ask(gateway, { path: `/${CANARY}`, headers }),
    await ask(gateway, { path: '/v1/accounts/1', headers: { authorization: `Bearer ${CANARY}` } }),
    await ask(gateway, { path: '/v1/accounts/1', headers: { authorization: `Basic ${CANARY}` } }),
    await ask(gateway, { ...patch, body: JSON.stringify(update) }),
    await ask(gateway, { ...patch, body: `{"${CANARY}` }),
    await ask(gateway, { ...patch, body: `{"__proto__":"${CANARY}"}` }),
    await ask(gateway, { ...patch, headers: { ...headers, 'content-type': CANARY }, body: '{}' }),
  ];
  return answers.map(({ body }) => body);
}

describe('a secret leaves only towards the configured upstream', () => {
  it('stands in no log line, error, store file or admin page, whatever the request was', async () => {
    const sandbox = await openSandbox();
    const secrets = await secretsOf(sandbox);
    const { run, gateway, admin } = await serveWithStore(sandbox);
    const headers = { authorization: `Bearer ${sandbox.keys.v2}` };
    const found = await ask(gateway, { path: `/v1/accounts/by-login/${sandbox.sampleLogin}`, headers });
    expect([found.status, found.headers['cache-control']]).toEqual([200, 'no-store']);

    const refusals = await provoke(gateway, sandbox);
    const pages = await Promise.all(
      [
        '/healthz',
        '/readyz',
        '/drift',
        '/metrics',
        '/grafana.json',
        '/ledger',
        '/openapi.json',
        '/guide',
        `/${CANARY}`,
      ].map(async (path) => (await request(admin).get(path).buffer(true)).text),
    );
    await sandbox.close();
    const failed = await ask(gateway, { path: '/v1/accounts/500001', headers });
    expect(failed.status).toBe(502);

    run.child.kill('SIGTERM');
    const { code, stdout, stderr } = await run.ended;
    const files = filesIn(folder.path('.'));
    expect(code).toBe(0);
    expect(stderr.split('\n').length).toBeGreaterThan(12);
    expect(files.join('').length).toBeGreaterThan(1000);

    const written = [...stdout, stderr, ...refusals, failed.wire, ...pages, ...files].join('\n');
    // In a URL, JSON text or path a secret may be escaped; none of these has a character that would be.
    expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
    expect(secrets.length).toBeGreaterThan(100);
  });
});
