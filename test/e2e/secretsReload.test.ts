import { X509Certificate } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { digestKey } from '../../src/gateway/keys/clientKeys.js';
import { writeKeyFile } from '../../src/gateway/keys/editKeyTable.js';
import { certificate, selfSigned } from '../support/certificate.ts';
import { type CliRun, serveCli, workersOf } from '../support/runCli.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { waitUntil } from '../support/waitUntil.ts';
import { reply, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';

const folder = temporaryFolder();
const table = () => folder.path('keys.yaml');
let v2: ScriptedUpstream;

/** Has the table exchange `old` for another key. */
const exchange = (value: string) =>
  writeKeyFile(table(), {
    keys: [{ name: 'shop', v1: digestKey('old').toString('hex'), v2: [{ value }], created: '2025-01-01' }],
  });

/** Puts certificate and key in place, as people do: one file after the other. */
function present({ cert, key }: typeof certificate): void {
  writeFileSync(folder.path('cert.pem'), cert);
  writeFileSync(folder.path('key.pem'), key);
}

const nameOf = (cert: string | Buffer): string => new X509Certificate(cert).fingerprint256;

/** The certificate that a new connection is shown. */
const shownBy = (origin: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(origin).port), rejectUnauthorized: false }, () => {
      resolve(nameOf(socket.getPeerCertificate().raw));
      socket.destroy();
    });
    socket.once('error', reject);
  });

/** The key that v2 sees for the v1 key of the table. */
async function keyBehind(origin: string): Promise<string> {
  await ask(origin, { path: '/v2/x', headers: { Authorization: 'Bearer old' } });
  return (v2.requests.at(-1)?.headers['authorization'] ?? '').replace('Bearer ', '');
}

const tls = () => ({
  LIFEBOAT_LISTEN_TLS_CERT: folder.path('cert.pem'),
  LIFEBOAT_LISTEN_TLS_KEY: folder.path('key.pem'),
});

beforeEach(async () => {
  v2 = await startUpstream({ request: (_seen, socket) => socket.write(reply(200, '{}')) });
  await exchange('v2-key-one');
  present(certificate);
});

describe('a running gateway with keys and a certificate', () => {
  let startedWhole: StartedWhole;
  const open = async (environment: Readonly<Record<string, string>>) => {
    startedWhole = await startWhole({ LIFEBOAT_UPSTREAM_V2: v2.origin, ...environment });
  };
  const alarms = async (): Promise<string> => (await ask(startedWhole.admin, { path: '/readyz' })).body;

  it.each([
    ['with a fault', () => writeFileSync(table(), 'keys: [{ name: shop, v2: [{ value: secret-key }] }]')],
    ['that others may read', () => chmodSync(table(), 0o644)],
    [
      'that names a variable which is not there',
      () => writeFileSync(table(), readFileSync(table(), 'utf8').replace(/value: .*/, 'env: NO_SUCH')),
    ],
  ])(
    'refuses a key table %s, reports it and keeps the old table until it is mended, and uses it then',
    async (_, spoil) => {
      await open({ LIFEBOAT_KEYS_EXCHANGE: table() });
      spoil();
      const { level, reasons } = await startedWhole.logged('key table refused; the one in force stays');
      expect([level, JSON.stringify(reasons)]).toEqual(['error', expect.stringContaining('keys.yaml')]);
      expect(await keyBehind(startedWhole.gateway)).toBe('v2-key-one');
      const refusal = 'a change of the key table is refused, the one in force stays: ';
      expect(startedWhole.log).toContainEqual(
        expect.objectContaining({ notice: 'degraded', msg: expect.stringContaining(refusal) as string }),
      );
      expect(await alarms()).toContain(refusal);
      chmodSync(table(), 0o600);
      await exchange('v2-key-two');
      await startedWhole.logged('key table replaced');
      expect(await keyBehind(startedWhole.gateway)).toBe('v2-key-two');
      expect(JSON.stringify(startedWhole.log)).not.toMatch(/secret-key|v2-key/);
      expect(await alarms()).not.toContain('key table');
      expect(startedWhole.log).toContainEqual(expect.objectContaining({ notice: 'recovered' }));
    },
  );

  it('shows new connections a changed certificate once its own key is there', async () => {
    await open(tls());
    expect(await shownBy(startedWhole.gateway)).toBe(nameOf(certificate.cert));
    writeFileSync(folder.path('cert.pem'), selfSigned.cert);
    await startedWhole.logged('certificate refused; the one in force stays');
    expect(await shownBy(startedWhole.gateway)).toBe(nameOf(certificate.cert));
    writeFileSync(folder.path('key.pem'), selfSigned.key);
    await startedWhole.logged('certificate replaced');
    expect(await shownBy(startedWhole.gateway)).toBe(nameOf(selfSigned.cert));
  });

  it('follows a link that leads to another folder each time, as a cluster renews mounted files', async () => {
    const renew = (name: string, { cert, key }: typeof certificate): void => {
      mkdirSync(folder.path(name));
      writeFileSync(folder.path(`${name}/cert.pem`), cert);
      writeFileSync(folder.path(`${name}/key.pem`), key);
      symlinkSync(name, folder.path('next'));
      renameSync(folder.path('next'), folder.path('now'));
    };
    renew('one', certificate);
    for (const file of ['cert', 'key']) symlinkSync(`now/${file}.pem`, folder.path(`linked-${file}.pem`));
    await open({
      LIFEBOAT_LISTEN_TLS_CERT: folder.path('linked-cert.pem'),
      LIFEBOAT_LISTEN_TLS_KEY: folder.path('linked-key.pem'),
    });
    renew('two', selfSigned);
    await startedWhole.logged('certificate replaced');
    expect(await shownBy(startedWhole.gateway)).toBe(nameOf(selfSigned.cert));
  });
});

describe('lifeboat serve', () => {
  let run: CliRun;
  const serve = async (
    environment: Readonly<Record<string, string>>,
    ...words: string[]
  ): Promise<string> => {
    const served = await serveCli(words, {
      cwd: folder.path('.'),
      environment: { LIFEBOAT_UPSTREAM_V2: v2.origin, ...environment },
    });
    ({ run } = served);
    return served.gateway;
  };

  it('lets every worker use a changed table and certificate, even one that begins later, and reads both again on SIGHUP', async () => {
    const gateway = await serve({ LIFEBOAT_KEYS_EXCHANGE: table(), ...tls() }, '--workers', '2');
    const secretsOf = async () => [await keyBehind(gateway), await shownBy(gateway)].join();
    expect(await secretsOf()).toBe(`v2-key-one,${nameOf(certificate.cert)}`);
    await exchange('v2-key-two');
    present(selfSigned);
    await run.logged('key table replaced');
    await run.logged('certificate replaced');
    const changed = `v2-key-two,${nameOf(selfSigned.cert)}`;
    const isNew = async () => (await secretsOf()) === changed;
    await waitUntil(async () => (await Promise.all([isNew(), isNew(), isNew(), isNew()])).every(Boolean));
    run.child.kill('SIGHUP');
    await run.logged('key table unchanged');
    await run.logged('certificate unchanged');
    const workers = workersOf(run);
    for (const worker of workers) process.kill(worker, 'SIGHUP');
    writeFileSync(table(), 'keys: nonsense');
    await run.logged('key table refused; the one in force stays');
    process.kill(workers[0] ?? 0, 'SIGKILL');
    await run.logged('a worker has ended and is replaced');
    for (let askedCount = 0; askedCount < 8; askedCount += 1) expect(await secretsOf()).toBe(changed);
    run.child.kill('SIGTERM');
    expect((await run.ended).stderr.split('a worker has ended')).toHaveLength(2);
  });
});
