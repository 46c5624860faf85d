import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fc } from '../../support/fastCheck.ts';
import { stringify } from 'yaml';
import { exitCodeOf } from '../../../src/cli/command.js';
import { deploy } from '../../../src/cli/deploy/deployCommand.js';
import type { Environment } from '../../../src/config.js';
import { readConfig } from '../../../src/config/readConfig.js';
import { listGivenSettings } from '../../../src/config/renderSettings.js';
import { leaves, locatePath, addSetting } from '../../../src/config/settingSources.js';
import { loadExchanges } from '../../../src/gateway/keys/keyTable.js';
import { certificate } from '../../support/certificate.ts';
import { recordingTerminal } from '../../support/recordingTerminal.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { type DrawnSettings, drawnSettings } from './support/drawnSettings.ts';
import { startedSettings } from './support/startedSettings.ts';

const folder = temporaryFolder();

const KINDS = ['docker', 'compose', 'systemd', 'kubernetes', 'helm'] as const;
type Kind = (typeof KINDS)[number];

/** Draws of settings for each way of running the gateway. */
const DRAWS = 25;

const KEY_TABLE = stringify({
  keys: [
    { name: 'ada', v1: 'a'.repeat(64), v2: [{ value: 'v2-key-of-ada' }], created: '2025-11-30' },
    { name: 'bob', v1: 'b'.repeat(64), v2: [{ env: 'BOB_KEY' }], created: '2025-11-30' },
  ],
});

/** A file of each setting that names one; two have the same name. */
const FILES: Readonly<Record<string, readonly [path: string, text: string]>> = {
  'listen.tls.cert': ['a/tls.pem', certificate.cert],
  'listen.tls.key': ['b/tls.pem', certificate.key],
  'keys.exchange': ['keys.yaml', KEY_TABLE],
  'cutover.plan': ['my plan.yaml', 'timezone: Europe/Berlin\n'],
  'comparison.rules': ['../rules.yml', 'rules: []\n'],
  mappings: ['maps/forms/offer.yaml', 'form: "é"\n'],
};
const NAMED_FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(FILES).map(([name, [path]]) => [name, path])),
  mappings: 'maps',
};

/** Writes settings into a file and the environment, with all files that they name. */
function written({ values, variables, store }: DrawnSettings): {
  readonly config: string;
  readonly environment: Environment;
} {
  const config = folder.path('here/lifeboat.yaml');
  const inFile = Object.entries({ ...values, ...NAMED_FILES }).filter(([name]) => !variables.includes(name));
  const wholeEntry = inFile.reduce<unknown>(
    (sum, [name, value]) => addSetting(sum, name.split('.'), value),
    {},
  );
  mkdirSync(dirname(config), { recursive: true });
  writeFileSync(config, stringify(wholeEntry));
  for (const [path, text] of Object.values(FILES)) {
    const file = join(dirname(config), path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o600 });
  }
  const variableOf = new Map(leaves.map(({ name, variable }) => [name, variable]));
  const set = variables.map((name) => [variableOf.get(name) ?? name, String(values[name])]);
  const environment = { ...(Object.fromEntries(set) as Environment), BOB_KEY: 'v2-key-of-bob' };
  return { config, environment: { ...environment, LIFEBOAT_STORE: store } };
}

/** Reads the settings in effect by name; a file stands for its text, but the key table, whose v2 keys may have moved. */
function effective(file: string, environment: Environment): ReadonlyMap<string, unknown> {
  const read = readConfig({ file, environment, overrides: [], sandbox: false });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const { settings, sources } = read.effective;
  return new Map(
    listGivenSettings(settings, sources).map(({ leaf, source, value }) => {
      const { name } = leaf;
      const { store } = read.config;
      if (name === 'store')
        return [name, store.kind === 'postgres' ? decodeURIComponent(store.written) : store.kind];
      if (leaf.file !== true || typeof value !== 'string') return [name, value];
      const path = locatePath(source, value);
      if (name === 'keys.exchange') return [name, statSync(path).mode & 0o777];
      return [name, readFileSync(name === 'mappings' ? join(path, 'forms/offer.yaml') : path, 'utf8')];
    }),
  );
}

/** Writes the deploy files of a kind, and returns where its gateway would read its settings. */
function deployed(kind: Kind, drawn: DrawnSettings) {
  const here = written(drawn);
  const out = folder.path('out');
  rmSync(out, { recursive: true, force: true });
  const terminal = recordingTerminal();
  const options = { config: here.config, out, force: false, json: false };
  expect([deploy({ ...options, kind }, { environment: here.environment, terminal }), terminal.err]).toEqual([
    0,
    [],
  ]);
  return { here, out, there: startedSettings(kind, out) };
}

/** Settings that a way of running the gateway decides. */
const DECIDED: Readonly<Record<'container' | 'systemd', readonly string[]>> = {
  container: ['listen.host', 'admin.host'],
  systemd: [],
};
const DATABASE = 'postgres://shop:p%24ss@db.example:5432/boat';

describe.each(KINDS)('the gateway that lifeboat deploy %s sets up', (kind) => {
  const decided = DECIDED[kind === 'systemd' ? 'systemd' : 'container'];
  const carried = (settings: ReadonlyMap<string, unknown>): unknown =>
    [...settings].filter(([name]) => !decided.includes(name)).sort();

  it('has every setting in force here, and every file that a setting names', () => {
    fc.assert(
      fc.property(drawnSettings, (drawn) => {
        const { here, there } = deployed(kind, drawn);
        const [was, is] = [here, there].map(({ config, environment }) => effective(config, environment));
        expect(carried(is ?? new Map())).toEqual(carried(was ?? new Map()));
      }),
      { numRuns: DRAWS, endOnFailure: true },
    );
  });

  it('has the keys of the exchange table, even those from the environment here', async () => {
    const values = {
      'upstream.v2': 'https://v2.example',
      'admin.token': 't'.repeat(32),
      'index.secret': 'i'.repeat(32),
    };
    const { there } = deployed(kind, { values, variables: [], store: DATABASE });
    const { ok, ...read } = readConfig({ ...there, file: there.config, overrides: [], sandbox: false });
    const keys = ok && 'config' in read && read.config.keys.kind === 'exchange' ? read.config.keys.file : '';
    const loaded = await loadExchanges(keys, {});
    expect(loaded).toMatchObject({
      ok: true,
      value: [
        { name: 'ada', v2: ['v2-key-of-ada'] },
        { name: 'bob', v2: ['v2-key-of-bob'] },
      ],
    });
  });
});

const wholeSettings = (store: string, more: DrawnSettings['values'] = {}): DrawnSettings => ({
  values: {
    'upstream.v2': 'https://v2.example',
    'admin.token': 't'.repeat(32),
    'index.secret': 'i'.repeat(32),
    ...more,
  },
  variables: [],
  store,
});

/** What a refused deployment says; it writes nothing. */
async function refusal(kind: Kind, { config, environment }: ReturnType<typeof written>): Promise<string> {
  const terminal = recordingTerminal();
  const options = { config, out: folder.path('out'), force: false, json: false };
  expect(await exitCodeOf(() => deploy({ ...options, kind }, { environment, terminal }), terminal)).toBe(1);
  return terminal.err.join('\n');
}

describe('lifeboat deploy refuses', () => {
  it('a setting whose file does not exist', async () => {
    const here = written(wholeSettings('memory'));
    rmSync(folder.path('here/keys.yaml'));
    rmSync(folder.path('here/maps'), { recursive: true });
    const message = await refusal('systemd', here);
    expect(message).toMatch(/^keys\.exchange: .*keys\.yaml cannot be read: there is no such file/m);
    expect(message).toMatch(/^mappings: .*maps cannot be read: there is no such file/m);
  });

  it('a table with a v2 key that the environment lacks', async () => {
    const { config, environment } = written(wholeSettings('memory'));
    const lacking = await refusal('docker', { config, environment: { ...environment, BOB_KEY: undefined } });
    expect(lacking).toContain('the environment variable BOB_KEY is not set');
  });

  it('port 0 in a container', async () => {
    expect(await refusal('kubernetes', written(wholeSettings('memory', { 'listen.port': 0 })))).toContain(
      'listen.port is 0',
    );
  });

  it('an admin port without a token that others could reach', async () => {
    const here = written(wholeSettings('memory', { 'admin.token': '' }));
    expect(await refusal('compose', here)).toContain('admin.token');
  });

  it('an index without a secret for several pods', async () => {
    const here = written({ ...wholeSettings(DATABASE), variables: ['index.secret'] });
    const environment = { ...here.environment, LIFEBOAT_INDEX_SECRET: undefined };
    expect(await refusal('kubernetes', { ...here, environment })).toMatch(/^index\.secret is missing/m);
  });

  it('more files than a Secret of Kubernetes holds', async () => {
    const here = written(wholeSettings('memory'));
    writeFileSync(folder.path('here/maps/long.yaml'), `# ${'x'.repeat(1024 * 1024)}\n`);
    expect(await refusal('kubernetes', here)).toMatch(/^the files are \d+ bytes: a Secret holds 1048576$/m);
  });
});
