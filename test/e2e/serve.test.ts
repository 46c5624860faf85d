import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { z } from 'zod';
import supertest from 'supertest';
import { schemas } from '../../src/contract/contracts.js';
import { type CliRun, runCli } from '../support/runCli.ts';
import { runHere } from '../support/runHere.ts';
import { selfSigned } from '../support/certificate.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { itWith } from '../support/systemPrograms.ts';
import { answering, reply, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';
import { waitUntil } from '../support/waitUntil.ts';

const ANY_PORTS = ['--port', '0', '--admin-port', '0'];
const SANDBOX = ['--sandbox', '--sandbox-port', '0'];
const READY =
  /^lifeboat ready: gateway (http:\/\/127\.0\.0\.1:\d+) admin (http:\/\/127\.0\.0\.1:\d+)(?: sandbox (http:\/\/127\.0\.0\.1:\d+))?$/;

const folder = temporaryFolder();

const lifeboat = (words: readonly string[], environment: Readonly<Record<string, string>> = {}): CliRun =>
  runCli(words, { cwd: folder.path('.'), environment });

/** Runs a command that ends by itself. */
const endOf = (words: readonly string[], environment: Readonly<Record<string, string>> = {}, typed = '') =>
  runHere(words, {
    cwd: folder.path('.'),
    environment: { LIFEBOAT_LOG_LEVEL: 'silent', ...environment },
    typed,
  });

async function ready(run: CliRun): Promise<{ gateway: string; admin: string; sandbox: string }> {
  const line = await run.line();
  const [, gateway = '', admin = '', sandbox = ''] = READY.exec(line) ?? [];
  expect(line).toMatch(READY);
  return { gateway, admin, sandbox };
}

async function shell(line: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('sh', ['-c', line]);
  return JSON.parse(stdout);
}

describe('lifeboat serve --sandbox', () => {
  itWith('curl')('prints one line and two calls that work as pasted, and ends with 0', async () => {
    const run = lifeboat(['serve', ...SANDBOX, ...ANY_PORTS]);
    const { gateway, admin, sandbox } = await ready(run);
    const [getAccount, updateOffer] = [await run.line(), await run.line()];
    expect(sandbox).not.toBe('');
    expect(getAccount).toContain(` ${gateway}/v1/accounts/by-login/`);
    expect(updateOffer).toContain(`--request PATCH`);
    expect((await supertest(admin).get('/readyz')).status).toBe(200);

    const account = z.object({ data: z.object({ attributes: schemas.v1.account }) });
    const offer = z.object({ data: z.object({ attributes: schemas.v1.currencyOffer }) });
    expect(account.parse(await shell(getAccount)).data.attributes.status).toBe('Listed');
    expect(offer.parse(await shell(updateOffer)).data.attributes.price).toBe(0.012345);

    const gone = await supertest(gateway).get('/v1/nothing');
    const [, guide = ''] = /<(.*)>/.exec(gone.headers['link'] ?? '') ?? [];
    const page = await supertest(gateway).get(new URL(guide, gateway).pathname);
    expect([gone.status, page.status]).toEqual([410, 200]);
    expect(page.text).toContain('<!doctype html>');

    run.child.kill('SIGTERM');
    const { code, stdout, stderr } = await run.ended;
    expect(code).toBe(0);
    expect(stdout).toHaveLength(3);
    expect(stderr).not.toContain('Bearer');
  });

  it('rehearses the stages with one key, while its v1 lives until the configured sunset', async () => {
    const token = 'a-token-of-the-operator-0123456789';
    const stages = { LIFEBOAT_CUTOVER_START: 'v1', LIFEBOAT_SUNSET: '2099-01-01T00:00:00Z' };
    const run = lifeboat(['serve', ...SANDBOX, ...ANY_PORTS], { ...stages, LIFEBOAT_ADMIN_TOKEN: token });
    await ready(run);
    const [, authorization = '', url = ''] =
      /Authorization: (Bearer \S+?)['"].*?(http:\/\/\S+?)['"]?$/.exec(await run.line()) ?? [];
    const sides = ['', 'v2'].map(async (force) => {
      const headers = { authorization, 'x-lifeboat-force': force, 'x-lifeboat-token': token };
      const answer = await supertest(url).get('').set(headers);
      expect(answer.body).toHaveProperty('data.attributes.login');
      return answer.headers['x-lifeboat-served-by'];
    });
    expect(await Promise.all(sides)).toEqual(['v1', 'v2']);
  });
});

describe('lifeboat serve with a certificate', () => {
  const tls = { LIFEBOAT_LISTEN_TLS_CERT: 'cert.pem', LIFEBOAT_LISTEN_TLS_KEY: 'key.pem' };

  itWith('curl')('speaks HTTPS, in live shapes too, and the two calls still work as pasted', async () => {
    writeFileSync(folder.path('cert.pem'), selfSigned.cert);
    writeFileSync(folder.path('key.pem'), selfSigned.key);
    const run = lifeboat(['serve', ...SANDBOX, ...ANY_PORTS, '--live-shapes'], tls);
    expect(await run.line()).toMatch(/^lifeboat ready: gateway https:.* admin http:/);
    const getAccount = await run.line();
    const account = z.object({ data: z.object({ attributes: schemas.v1.account }) });
    expect(account.parse(await shell(getAccount)).data.attributes.login).not.toBe('');
    run.child.kill('SIGINT');
    expect((await run.ended).code).toBe(0);
  });

  it('ends with 1 when the certificate or key is unusable', async () => {
    writeFileSync(folder.path('cert.pem'), selfSigned.cert);
    writeFileSync(folder.path('key.pem'), 'not a key');
    const { code, stderr } = await endOf(['serve', ...SANDBOX, ...ANY_PORTS], tls);
    expect(code).toBe(1);
    expect(stderr).toMatch(/listen\.tls .* cannot be used/);
  });
});

describe('lifeboat serve', () => {
  let upstream: ScriptedUpstream;
  beforeEach(async () => {
    upstream = await startUpstream(answering(404, '{"message":"Resource not found."}'));
  });

  it.each([
    ['--port', ['--admin-port', '0', '--sandbox-port', '0']],
    ['--admin-port', ['--port', '0', '--sandbox-port', '0']],
    ['--sandbox-port', ['--port', '0', '--admin-port', '0']],
  ])('ends with 1 and names the remedy when the port of %s is taken', async (option, otherTexts) => {
    const { host, port } = new URL(upstream.origin);
    const words = ['serve', '--sandbox', option, port, ...otherTexts];
    const { code, stdout, stderr } = await endOf(words);
    expect(code).toBe(1);
    expect(stdout).toEqual([]);
    expect(stderr).toContain(option);
    expect(stderr).toMatch(new RegExp(`${host} is taken .* choose another port`));
  });

  it('ends with 1 when there is no upstream, and says how to set one', async () => {
    const { code, stderr } = await lifeboat(['serve']).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('upstream.v2 is missing');
  });

  it('exchanges keys by the table of lifeboat keys, whose variables have to be set, and sends no unknown key on', async () => {
    const { host } = new URL(upstream.origin);
    const environment = { LIFEBOAT_UPSTREAM_V2: host, LIFEBOAT_KEYS_EXCHANGE: 'keys.yaml' };
    const adding = ['keys', 'add', 'shop', '--v2-env', 'SHOP_KEY'];
    expect(await endOf(adding, environment, 'v1-key\n')).toMatchObject({ code: 0 });
    const unset = await endOf(['serve', ...ANY_PORTS], environment);
    expect([unset.code, unset.stderr]).toEqual([1, expect.stringContaining('SHOP_KEY is not set')]);

    const run = lifeboat(['serve', ...ANY_PORTS], { ...environment, SHOP_KEY: 'v2-key' });
    const { gateway } = await ready(run);
    const askWith = (key: string) =>
      ask(gateway, { path: '/v1/accounts/by-login/nobody', headers: { Authorization: `Bearer ${key}` } });
    expect((await askWith('other-key')).status).toBe(401);
    expect(upstream.requests).toEqual([]);
    await askWith('v1-key');
    const shownKeys = upstream.requests.map(({ headers }) => headers['authorization']);
    expect(new Set(shownKeys)).toEqual(new Set(['Bearer v2-key']));
  });

  it.each([
    ['a file of something else', (path: string) => writeFileSync(path, 'not a database, however long')],
    ['a folder', (path: string) => mkdirSync(path)],
  ])('ends with 1 and names the remedy when the store is %s', async (_what, make) => {
    make(folder.path('notes.txt'));
    const { code, stderr } = await endOf(['serve', ...ANY_PORTS], {
      LIFEBOAT_UPSTREAM_V2: upstream.origin,
      LIFEBOAT_STORE: 'notes.txt',
      LIFEBOAT_INDEX_SECRET: 's'.repeat(32),
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/notes\.txt cannot be used: .*\n\s+= hint: .*move the file away/);
  });

  it('prints one line of addresses with --json, answers 503 on the admin port after SIGTERM, and still finishes 50 requests', async () => {
    const heldAnswers: (() => void)[] = [];
    const arrived = new Promise<void>((resolve) => {
      upstream.play({
        request: (_seen, socket) => {
          if (heldAnswers.push(() => socket.write(reply(200, '{"data":[]}'))) === 50) resolve();
        },
      });
    });
    const run = lifeboat(['serve', '--json', ...ANY_PORTS], { LIFEBOAT_UPSTREAM_V2: upstream.origin });
    const line = await run.line();
    const { gateway, admin } = z.object({ gateway: z.url(), admin: z.url() }).parse(JSON.parse(line));
    const answers = Array.from({ length: 50 }, () => fetch(`${gateway}/v2/games`));
    await arrived;

    run.child.kill('SIGTERM');
    await waitUntil(async () => (await ask(admin, { path: '/readyz' })).status === 503);
    for (const answer of heldAnswers) answer();
    for (const { status, headers } of await Promise.all(answers))
      expect([status, headers.get('connection')]).toEqual([200, 'close']);
    expect(await run.ended).toMatchObject({ code: 0, stdout: [line] });
  });
});

describe('lifeboat', () => {
  it('ends with 2 and suggests the nearest command for an unknown one', async () => {
    const { code, stdout, stderr } = await lifeboat(['srve']).ended;
    expect(code).toBe(2);
    expect(stdout).toEqual([]);
    expect(stderr).toContain('Did you mean serve?');
  });

  it('ends with 2 for an invalid option value', async () => {
    const { code, stderr } = await endOf(['serve', '--port', '99999']);
    expect(code).toBe(2);
    expect(stderr).toContain('--port');
  });

  it('prints its version and help on stdout, and ends with 0', async () => {
    const version = await endOf(['--version']);
    expect([version.code, version.stdout.join()]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
    const { code, stdout } = await endOf(['--help']);
    expect(code).toBe(0);
    for (const command of ['serve', 'init', 'config', 'keys', 'check'])
      expect(stdout.join('\n')).toMatch(new RegExp(`^  ${command} `, 'm'));
  });
});
