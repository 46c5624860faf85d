import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { readSettings } from '../../src/cli/command';
import { deployPlan } from '../../src/cli/deploy/deployPlan';
import { dockerFiles } from '../../src/cli/deploy/dockerFiles';
import request from 'supertest';
import { ROOT } from '../support/builtProgram';
import { reply, startUpstream } from '../support/upstream';
import { MEMORY, REJECTED } from './support/watchProgram';

/** Packages that an installation may bring. */
const MOST_PACKAGES = 120;

/** Parts of the repository that the package is made of. */
const SOURCES = ['.config', '.github', 'README.md', 'mappings', 'package.json', 'src', 'tsconfig.json'];

const packed = z.tuple([z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })]);
const installed = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().default(false) })),
});

let folder: string;
let user: string;
let files: readonly string[];

/** The Dockerfile that `lifeboat deploy docker` writes. */
function dockerfile(): string {
  const settings = { upstream: { v2: 'https://api.example.com' } };
  const config = join(folder, 'lifeboat.yaml');
  writeFileSync(config, JSON.stringify(settings));
  const read = readSettings({ file: config, environment: {}, colour: false });
  const [file] = read.ok ? dockerFiles(deployPlan(read.value, config)) : [];
  return file?.text ?? '';
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
    ...{ cwd: user, env: { PATH: process.env['PATH'], ...environment } },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(program, 'close');
  try {
    await use(createInterface({ input: program.stdout })[Symbol.asyncIterator]());
  } finally {
    program.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
}

// A clone of its own: other tests use what is built in this one.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lifeboat-package-'));
  const clone = join(folder, 'clone');
  for (const name of SOURCES) cpSync(join(ROOT, name), join(clone, name), { recursive: true });
  mkdirSync(join(clone, 'test'));
  cpSync(join(ROOT, 'test/README.md'), join(clone, 'test/README.md'));
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  // Where all tests are run, what `prepack` would build lies here already.
  if (process.env['LIFEBOAT_PROGRAM'] !== undefined)
    cpSync(join(ROOT, 'dist'), join(clone, 'dist'), { recursive: true });
  else run(clone, 'npm', 'run', 'prepack');
  const shown = run(clone, 'npm', 'pack', '--pack-destination', folder, '--ignore-scripts', '--json');
  const [{ filename, files: listed }] = packed.parse(JSON.parse(shown));
  files = listed.map(({ path }) => path);
  user = join(folder, 'user');
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{ "name": "user", "private": true }');
  cpSync(join(folder, filename), join(user, filename));
  // As the Dockerfile does it.
  const [, install = ''] = /^RUN (npm install .*)$/m.exec(dockerfile()) ?? [];
  expect(install).toContain(filename);
  run(user, 'sh', '-c', install);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed file', () => {
  it('is built before it is packed', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
    expect(scripts['prepack']).toBe('npm run build');
  });

  it('holds the built program, its mappings and pages, and neither sources nor tests', () => {
    const needed = [
      ...['dist/bundle/cli.js', 'dist/bundle/index.js', 'dist/bundle/LICENSES.txt', 'dist/index.d.ts'],
      ...['mappings/account.yaml', 'mappings/README.md', 'src/config/README.md', '.github/SECURITY.md'],
    ];
    expect(files).toEqual(expect.arrayContaining(needed));
    expect(files.filter((file) => /^(src|test)\/.*(?<!README\.md)$/.test(file))).toEqual([]);
    expect(files.filter((file) => file.endsWith('.tsbuildinfo'))).toEqual([]);
  });

  it('brings fewer than 120 packages, none of which runs a script when it is installed', () => {
    const lock = installed.parse(
      JSON.parse(readFileSync(join(user, 'node_modules/.package-lock.json'), 'utf8')),
    );
    const all = Object.entries(lock.packages);
    expect(all.length).toBeLessThan(MOST_PACKAGES);
    expect(all.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name)).toEqual([]);
  });

  it('names whose code is in it, with the licence', () => {
    const licences = readFileSync(join(user, 'node_modules/lifeboat/dist/bundle/LICENSES.txt'), 'utf8');
    for (const name of ['express', 'undici', 'kysely', 'commander'])
      expect(licences).toMatch(new RegExp(`^${name} [\\d.]+ \\(MIT\\)$`, 'm'));
  });

  it('is kept in memory with one byte per character, and starts with the code that was compiled for it', () => {
    const bundle = join(user, 'node_modules/lifeboat/dist/bundle');
    expect(readFileSync(join(bundle, 'program.js'), 'utf8')).not.toMatch(/[^\0-\x7f]/);
    const watch = join(folder, 'watch.cjs');
    writeFileSync(watch, REJECTED);
    const start = ['--require', watch, join(bundle, 'cli.js')];
    expect(run(user, process.execPath, ...start, '--version')).toMatch(/^rejected: false\n\d/);
    expect(run(user, process.execPath, ...start, 'serve', '--help')).toMatch(/^rejected: false\nUsage/);
  });

  it('loads nothing that Node has for fetch, lets its young generation grow when ready, and keeps one tick', () => {
    const watch = join(folder, 'memory.cjs');
    writeFileSync(watch, MEMORY);
    const words = ['serve', '--port', '0', '--admin-port', '0'];
    const program = ['--require', watch, join(user, 'node_modules/lifeboat/dist/bundle/cli.js'), ...words];
    // With a store in a file, as most have it.
    const env = { PATH: process.env['PATH'], LIFEBOAT_UPSTREAM_V2: 'http://127.0.0.1:9' };
    const options = { cwd: folder, env, stdio: 'pipe', encoding: 'utf8' } as const;
    const shown = execFileSync(process.execPath, program, options);
    const [kept, ...numbers] = shown.split(' ').toReversed();
    const [used = NaN, ready = NaN, parts] = numbers.map(Number);
    // Of which V8 knows for good how all others look.
    expect(kept).toBe('callback,args');
    // For fetch Node 20 loads a copy of undici: 4 MB and 0.03 s.
    expect(parts).toBe(0);
    expect(ready).toBeLessThan(8);
    expect(used).toBeGreaterThan(8);
  });

  it('serves a translated answer', async () => {
    await serving(['--sandbox', '--sandbox-port', '0'], {}, async (lines) => {
      await lines.next();
      const { value: call } = z.object({ value: z.string() }).parse(await lines.next());
      const answer: unknown = JSON.parse(run(user, 'sh', '-c', `${call} --silent --fail-with-body`));
      expect(answer).toMatchObject({ data: { attributes: { title: expect.any(String) as unknown } } });
    });
  });

  it('answers for a resource that only a file in the mappings folder describes', async () => {
    const mappings = join(user, 'mappings');
    cpSync(join(user, 'node_modules/lifeboat/mappings'), mappings, { recursive: true });
    cpSync(join(ROOT, 'test/e2e/support/gift-card.yaml'), join(mappings, 'gift-card.yaml'));
    const lifeboat = join(user, 'node_modules/.bin/lifeboat');
    const fixtures = join(mappings, 'fixtures');
    for (const operation of ['getGiftCard', 'updateGiftCard']) {
      const out = join(fixtures, `${operation}.yaml`);
      run(user, lifeboat, 'fixture', 'new', operation, '--mappings', mappings, '--out', out);
    }
    expect(run(user, lifeboat, 'check', '--mappings', mappings)).toContain(': no faults;');
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
    await v2.close();
  });

  it('starts as the Dockerfile says', () => {
    const [, words = '[]'] = /^ENTRYPOINT (.*)$/m.exec(dockerfile()) ?? [];
    const [node = '', ...rest] = z.array(z.string()).parse(JSON.parse(words));
    const started = rest.map((word) => word.replace(/^\/app/, user));
    expect(run(user, node, ...started, '--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('prints its pages', () => {
    expect(run(user, 'node_modules/.bin/lifeboat', 'help', 'language')).toContain('# ');
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

  it('has types', () => {
    const text = `
      import { createLifeboat, type Lifeboat } from 'lifeboat';
      const lifeboat: Lifeboat = await createLifeboat({ sandbox: true, upstream: { v2: 'https://api.example.com' } });
      const origin: string | undefined = lifeboat.sandbox?.origin;
      console.log(origin);
      // @ts-expect-error: it is no number
      const wrong: number = lifeboat.listener;
      // @ts-expect-error: there is no such setting
      await createLifeboat({ listen: { prot: 1 } });
      console.log(wrong);`;
    writeFileSync(join(user, 'use.mts'), text);
    const types = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node'];
    const how = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2023', '--module', 'nodenext'];
    expect(run(user, join(ROOT, 'node_modules/.bin/tsc'), ...how, ...types, 'use.mts')).toBe('');
  });
});
