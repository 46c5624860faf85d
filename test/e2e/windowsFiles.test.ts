import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPaths } from '../../src/cli/diff/run/runPaths.js';
import { digestKey } from '../../src/gateway/keys/clientKeys.js';
import { readBytes } from '../../src/runtime/files.js';
import { readTls } from '../../src/runtime/reload/secrets.js';
import { readRecording } from '../../src/runtime/stores/recordingFile.js';
import { certificate } from '../support/certificate.ts';
import { runHere } from '../support/runHere.ts';
import { shippedFolder } from '../support/shipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();

/** Writes a text as an editor of Windows does: with a byte order mark, and lines that end with CR LF. */
const asOnWindows = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n')}`;

function rewrite(path: string): void {
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) rewrite(join(path, name));
  else writeFileSync(path, asOnWindows(readFileSync(path, 'utf8')));
}

const settings = 'upstream: { v2: "http://127.0.0.1:1" }\nstore: memory\n';
const exchange = JSON.stringify({
  id: 'a',
  at: 1,
  method: 'GET',
  target: '/v1/accounts',
  status: 200,
  headers: {},
  body: '{}',
});
const pair = JSON.stringify({ v1: { data: { id: 7, title: 'a' } }, v2: { data: { id: 7, name: 'a' } } });
const keys = `keys:
  - { name: shop, v1: "${digestKey('a').toString('hex')}", v2: [{ env: KEY }], created: 2025-01-01 }
`;
const plan = `zone: Europe/Vilnius
steps:
  - { resource: account, to: shadow, notBefore: 2099-10-01T09:00 }
`;

/** Kinds of files that people write, and a command that reads each. */
const kinds: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  ['settings', { 'lifeboat.yaml': settings }, ['config']],
  [
    'keys',
    { 'lifeboat.yaml': `${settings}keys: { exchange: keys.yaml }\n`, 'keys.yaml': keys },
    ['keys', 'list'],
  ],
  [
    'a plan',
    { 'lifeboat.yaml': `${settings}cutover: { start: v1 }\n`, 'plan.yaml': plan },
    ['plan', 'check', 'plan.yaml'],
  ],
  ['pairs', { 'pairs.ndjson': `${pair}\n${pair}\n` }, ['learn', 'pairs.ndjson']],
  [
    'exchanges',
    { 'in.ndjson': `${exchange}\n${exchange}\n` },
    ['import', 'in.ndjson', '--out', 'out.ndjson'],
  ],
  [
    'an answer',
    { 'lifeboat.yaml': settings, 'answer.json': '{\n"data": []\n}\n' },
    ['explain', 'GET', '/v1/accounts/7', '--v2', 'answer.json'],
  ],
];

describe('files that were written on Windows', () => {
  async function run(
    location: string,
    files: Readonly<Record<string, string>>,
    words: readonly string[],
    written: (text: string) => string,
  ): Promise<unknown> {
    const cwd = folder.path(location);
    mkdirSync(cwd);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), written(text), { mode: 0o600 });
    }
    return runHere(words, { cwd, environment: { KEY: 'k' } });
  }

  it.each(kinds)('are read like other files: %s', async (_kind, files, words) => {
    const usual = await run('usual', files, words, (text) => text);
    expect(await run('windows', files, words, asOnWindows)).toEqual(usual);
  });

  it('are read like other files: mappings, forms, fixtures and agreed differences', async () => {
    const mappings = folder.path('mappings');
    cpSync(shippedFolder, mappings, { recursive: true });
    const check = () => runHere(['check', '--mappings', mappings, '--laws', '1'], { cwd: folder.path('.') });
    const usual = await check();
    expect(usual.code).toBe(0);
    rewrite(mappings);
    expect(await check()).toEqual(usual);
  });

  it('are read like other files: a recording, paths and a certificate', () => {
    const write = (name: string, text: string): string => {
      const file = folder.path(name);
      writeFileSync(file, asOnWindows(text), { mode: 0o600 });
      return file;
    };
    // The program itself writes recordings; a checkout may change their line ends.
    const recording = folder.path('r.ndjson');
    const nextText = exchange.replace('"id":"a"', '"id":"b"');
    writeFileSync(recording, `${exchange}\r\n${nextText}\r\n`);
    expect(readRecording(recording)).toMatchObject({ ok: true, value: [{ id: 'a' }, { id: 'b' }] });
    const paths = readBytes(write('paths.txt', '/v1/accounts\n/v1/accounts/7\n'));
    expect(paths.ok && readPaths(paths.value.toString())).toMatchObject({ ok: true });
    const tls = { cert: write('cert.pem', certificate.cert), key: write('key.pem', certificate.key) };
    expect(readTls(tls)).toMatchObject({ ok: true });
  });
});
