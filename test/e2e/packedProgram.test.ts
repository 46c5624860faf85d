import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { deploy } from '../../src/cli/deploy/deployCommand.js';
import request from 'supertest';
import { ROOT } from '../support/builtProgram.ts';
import { recordingTerminal } from '../support/recordingTerminal.ts';
import { reply, startUpstream } from '../support/upstream.ts';
import { itWith } from '../support/systemPrograms.ts';
import { openFolder } from '../support/temporaryFolder.ts';

/** Largest packed file, in bytes. */
const LARGEST_PACKAGE = 3 * 1024 * 1024;

/** There are 158; some come on one platform only. */
const MOST_PACKAGES = 165;

const packed = z.tuple([
  z.object({ filename: z.string(), size: z.number(), files: z.array(z.object({ path: z.string() })) }),
]);
const installed = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().default(false) })),
});
const manifest = z
  .object({ dependencies: z.record(z.string(), z.string()), scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));

let folder: string;
let user: string;
let files: readonly string[];
let size: number;

/** The Dockerfile that `lifeboat deploy docker` writes. */
function dockerfile(): string {
  const settings = { upstream: { v2: 'https://api.example.com' } };
  const config = join(folder, 'lifeboat.yaml');
  writeFileSync(config, JSON.stringify(settings));
  const options = { config, out: join(folder, 'docker'), force: true, json: false };
  expect(deploy({ ...options, kind: 'docker' }, { environment: {}, terminal: recordingTerminal() })).toBe(0);
  return readFileSync(join(folder, 'docker/Dockerfile'), 'utf8');
}

function run(cwd: string, file: string, ...words: readonly string[]): string {
  return execFileSync(file, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Uses the lines that the installed gateway prints while it serves, and ends it. */
async function serving(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  use: (lines: AsyncIterator<string>) => Promise<void>,
): Promise<void> {
  const all = ['serve', '--port', '0', '--admin-port', '0', ...words];
  const program = spawn(join(user, 'node_modules/.bin/lifeboat'), all, {
    cwd: user,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const endedPromise = once(program, 'close');
  try {
    await use(createInterface({ input: program.stdout })[Symbol.asyncIterator]());
  } finally {
    program.kill('SIGTERM');
  }
  expect(await endedPromise).toEqual([0, null]);
}

beforeAll(() => {
  folder = openFolder();
  // What `prepack` would build lies in `dist` already.
  const shownText = run(ROOT, 'npm', 'pack', '--pack-destination', folder, '--ignore-scripts', '--json');
  const [{ filename, size: packedBytes, files: listed }] = packed.parse(JSON.parse(shownText));
  size = packedBytes;
  files = listed.map(({ path }) => path);
  user = join(folder, 'user');
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{ "name": "user", "version": "1.0.0", "private": true }');
  // As the Dockerfile does it, with the packed file in the place of the published one.
  const [, install = ''] = /^RUN (npm install .*)$/m.exec(dockerfile()) ?? [];
  const [name = ''] = /lifeboat@\S+/.exec(install) ?? [];
  expect(name).toMatch(/^lifeboat@\d/);
  run(user, 'sh', '-c', install.replace(name, join(folder, filename)));
});

describe('the packed file', () => {
  it('is built before it is packed', () => {
    expect(manifest.scripts['prepack']).toBe('npm run build');
  });

  it('holds the program with its sources, mappings and pages, and no tests, in at most 3 MB', () => {
    const built = ['cli.js', 'cli.js.map', 'browser.js', 'index.js', 'index.d.ts'].map(
      (name) => `dist/${name}`,
    );
    const written = [
      'src/cli.ts',
      'LICENSE',
      'mappings/account.yaml',
      'src/http/observability/alerts.yaml',
      'src/http/observability/grafana.json',
      'src/config/README.md',
      '.github/SECURITY.md',
    ];
    const needed = [...built, ...written];
    expect(files).toEqual(expect.arrayContaining(needed));
    expect(files.filter((file) => /^test\/(?!README\.md$)|\.tsbuildinfo$/.test(file))).toEqual([]);
    expect(size).toBeLessThan(LARGEST_PACKAGE);
  });

  it('brings fewer than 165 packages, none of which runs a script when it is installed', () => {
    const lock = installed.parse(
      JSON.parse(readFileSync(join(user, 'node_modules/.package-lock.json'), 'utf8')),
    );
    const all = Object.entries(lock.packages);
    expect(all.length).toBeLessThan(MOST_PACKAGES);
    expect(all.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name)).toEqual([]);
  });

  it('shows each package that it runs in a bill of materials', () => {
    const bill = z
      .object({ components: z.array(z.object({ name: z.string(), version: z.string() })) })
      .parse(JSON.parse(run(user, 'npm', 'sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev')));
    const shownTexts = bill.components.map(({ name, version }) => `${name} ${version}`);
    const wanted = Object.entries(manifest.dependencies).map(([name, version]) => `${name} ${version}`);
    expect(shownTexts).toEqual(expect.arrayContaining(wanted));
  });

  it('names a line of its sources in a stack trace', () => {
    const failing = join(folder, 'failing.cjs');
    // The command line is read from a list that cannot be read.
    writeFileSync(failing, `Object.defineProperty(process, 'argv', { get: () => [,, { toString: 1 }] });`);
    const env = { PATH: process.env['PATH'], NODE_DEBUG: 'lifeboat' };
    const options = { cwd: folder, env, encoding: 'utf8' } as const;
    const words = ['--require', failing, join(user, 'node_modules/lifeboat/dist/cli.js')];
    const { status, stderr } = spawnSync(process.execPath, words, options);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/lifeboat\/src\/cli\/\w+\.ts:\d+:\d+/)]);
  });

  itWith('curl')('serves a translated answer', async () => {
    await serving(['--sandbox', '--sandbox-port', '0'], {}, async (lines) => {
      await lines.next();
      const { value: call } = z.object({ value: z.string() }).parse(await lines.next());
      const answer: unknown = JSON.parse(run(user, 'sh', '-c', `${call} --silent --fail-with-body`));
      expect(answer).toMatchObject({ data: { attributes: { title: expect.any(String) as unknown } } });
    });
  });

  it('answers for a resource that only a mapping file declares', async () => {
    const mappings = join(user, 'mappings');
    cpSync(join(user, 'node_modules/lifeboat/mappings'), mappings, { recursive: true });
    cpSync(join(ROOT, 'test/e2e/support/gift-card.yaml'), join(mappings, 'gift-card.yaml'));
    const lifeboat = join(user, 'node_modules/.bin/lifeboat');
    const fixtures = join(mappings, 'fixtures');
    for (const operation of ['getGiftCard', 'updateGiftCard']) {
      const fixture = run(user, lifeboat, 'fixture', 'new', operation, '--mappings', mappings);
      writeFileSync(join(fixtures, `${operation}.yaml`), fixture);
    }
    expect(run(user, lifeboat, 'check', '--mappings', mappings, '--laws', '1')).toContain(': no faults;');
    const v2 = await startUpstream({
      request: ({ method }, socket) => {
        const [stock, price_eur] = method === 'PATCH' ? [3, '8.00'] : [7, '12.50'];
        const card = { id: 11, title: 'Ten', region: null, status: 'listed', pin: '9999', stock, price_eur };
        socket.write(reply(200, JSON.stringify({ data: { ...card, created_at: 1_705_314_600 } })));
      },
    });
    const environment = { LIFEBOAT_MAPPINGS: mappings, LIFEBOAT_UPSTREAM_V2: v2.origin };
    await serving([], environment, async (lines) => {
      const { value: ready } = z.object({ value: z.string() }).parse(await lines.next());
      const [origin = ''] = /http:\/\/[\d.:]+/.exec(ready) ?? [];
      const call = request(origin);
      const key = { authorization: 'Bearer k' };
      const attributes = { title: 'Ten', price: 12.5, region: null, codes_left: 7, status: 'listed' };
      const data = {
        id: '11',
        type: 'giftCards',
        attributes: { ...attributes, created_at: '2024-01-15T10:30:00Z' },
      };
      expect((await call.get('/v1/gift-cards/11').set(key)).body).toEqual({ data });
      const patched = await call.patch('/v1/gift-cards/11').set(key).send({ price: 8, codes_left: '3' });
      expect(patched.body).toMatchObject({ data: { attributes: { price: 8, codes_left: 3 } } });
      const refused = await call.patch('/v1/gift-cards/11').set(key).send({ price: 8, codes_left: -1 });
      expect(refused.status).toBe(422);
      expect(v2.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
        ['GET', '/v2/gift-cards/11', ''],
        ['PATCH', '/v2/gift-cards/11', '{"price":8,"stock":3}'],
      ]);
    });
  });

  it('starts as the Dockerfile says, and prints its pages', () => {
    const [, words = '[]'] = /^ENTRYPOINT (.*)$/m.exec(dockerfile()) ?? [];
    const [node = '', ...remainingTexts] = z.array(z.string()).parse(JSON.parse(words));
    const started = remainingTexts.map((word) => word.replace(/^\/node_modules/, join(user, 'node_modules')));
    expect(run(user, node, ...started, 'help', 'language')).toContain('# ');
  });
});

describe('the installed library', () => {
  const USE = `
    const lifeboat = await createLifeboat({ sandbox: true, log: { level: 'silent' }, environment: {} });
    const server = createServer(lifeboat.listener).listen(0);
    await once(server, 'listening');
    const { keys, sampleCurrencyOfferId } = lifeboat.sandbox;
    const path = '/v1/currency-offers/' + String(sampleCurrencyOfferId);
    const headers = { authorization: 'Bearer ' + keys.v2 };
    const answer = await fetch('http://127.0.0.1:' + String(server.address().port) + path, { headers });
    console.log(answer.status, answer.headers.get('x-lifeboat-served-by'));
    server.close();
    server.closeAllConnections();
    await lifeboat.close();`;

  it.each([
    [
      'an ES module',
      'use.mjs',
      `import { createServer } from 'node:http';
       import { once } from 'node:events';
       import { createLifeboat } from 'lifeboat';
       ${USE}`,
    ],
    [
      'CommonJS',
      'use.cjs',
      `const { createServer } = require('node:http');
       const { once } = require('node:events');
       const { createLifeboat } = require('lifeboat');
       void (async () => { ${USE} })();`,
    ],
  ])('answers for %s, and lets the process end once it is closed', (_kind, name, text) => {
    writeFileSync(join(user, name), text);
    expect(run(user, process.execPath, name)).toBe('200 v2\n');
  });

  const PROGRAM = `
    import { createLifeboat, type Lifeboat } from 'lifeboat';
    void (async () => {
      const lifeboat: Lifeboat = await createLifeboat({ sandbox: true, upstream: { v2: 'https://api.example.com' } });
      const origin: string | undefined = lifeboat.sandbox?.origin;
      console.log(origin);
      // @ts-expect-error: it is no number
      const wrong: number = lifeboat.listener;
      // @ts-expect-error: there is no such setting
      await createLifeboat({ listen: { prot: 1 } });
      // @ts-expect-error: the package adds nothing to the types of others
      JSON.rawJSON('1');
      console.log(wrong);
    })();`;

  it.each([
    ['5.9', 'typescript5'],
    ['6', 'typescript'],
  ])('has types that TypeScript %s checks whole, in an ES module and in CommonJS', (_version, compiler) => {
    for (const file of ['use.mts', 'use.cts']) writeFileSync(join(user, file), PROGRAM);
    const types = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node'];
    const how = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      'false',
      '--target',
      'es2023',
      // Those of a browser, whose check takes seconds, are of no program for Node.
      '--lib',
      'es2023',
      '--module',
      'nodenext',
    ];
    const words = [join(ROOT, 'node_modules', compiler, 'bin/tsc'), ...how, ...types, 'use.mts', 'use.cts'];
    expect(spawnSync(process.execPath, words, { cwd: user, encoding: 'utf8' }).stdout).toBe('');
  });
});
