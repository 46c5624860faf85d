import { DatabaseSync } from 'node:sqlite';
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { openStore } from '../../../src/store/sqliteStore.js';
import { storeMigrations } from '../../../src/store/schema.js';
import { checkKeys } from '../../../src/cli/doctor/checkFiles.js';
import { platformOf } from '../../../src/contract/platform.js';
import { digestKey } from '../../../src/gateway/keys/clientKeys.js';
import type { Clock } from '../../../src/contract/clock.js';
import { realClock } from '../../support/realClock.ts';
import { shippedFolder } from '../../support/shipped.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../../support/upstream.ts';
import { allOf, examined } from './support/examined.ts';

const folder = temporaryFolder();
const ENGINE = `ok: SQLite ${process.versions['sqlite'] ?? ''}`;
let upstream: ScriptedUpstream;

beforeEach(async () => {
  upstream = await startUpstream(answering(401, '{"message":"Unauthenticated."}'));
});

const settings = (more: Readonly<Record<string, string>> = {}) => ({
  LIFEBOAT_UPSTREAM_V2: upstream.origin,
  ...more,
});

const at = (instant: string): Clock => ({ ...realClock, now: () => Date.parse(instant) });

describe('lifeboat doctor on the settings', () => {
  it('reports every fault with its hint, and stops there', async () => {
    const { code, findings, about } = await examined({ LIFEBOAT_LISTEN_PROT: '1' });
    expect(code).toBe(1);
    expect(about('settings').join('\n')).toContain('error: upstream.v2 is missing');
    expect(about('settings').join('\n')).toContain('error: LIFEBOAT_LISTEN_PROT is not a setting');
    expect(findings.find(({ message }) => message.startsWith('LIFEBOAT_LISTEN_PROT'))?.advice).toBe(
      'did you mean "LIFEBOAT_LISTEN_PORT"?',
    );
    expect(about('v2')).toEqual([]);
  });

  it('names their file, and values that are probably unintended', async () => {
    const file = folder.path('lifeboat.yaml');
    writeFileSync(file, `upstream: { v2: ${upstream.origin} }\nlisten: { host: 0.0.0.0 }`);
    const { code, about } = await examined({}, { config: file });
    expect(code).toBe(0);
    expect(about('settings')[0]).toBe(`ok: no faults, read from ${file}`);
    expect(about('settings')[1]).toMatch(/^warning: the gateway listens on 0\.0\.0\.0 without TLS/);
  });
});

describe('lifeboat doctor on the files that a start reads', () => {
  const missing = (name: string) => folder.path(name);
  const plan = () => {
    writeFileSync(folder.path('plan.yaml'), 'zone: Europe/Nowhere\nsteps: []\n');
    return folder.path('plan.yaml');
  };

  it.each([
    [
      'a plan with a fault',
      () => ({ LIFEBOAT_CUTOVER_PLAN: plan() }),
      /plan\.yaml:1:7: zone: must be a time/,
    ],
    [
      'missing rules',
      () => ({ LIFEBOAT_COMPARISON_RULES: missing('rules.yaml') }),
      /comparison\.rules: .*rules\.yaml cannot be read: there is no such file/,
    ],
    [
      'a missing certificate',
      () => ({ LIFEBOAT_LISTEN_TLS_CERT: missing('cert'), LIFEBOAT_LISTEN_TLS_KEY: missing('key') }),
      /listen\.tls \(.*\) cannot be used: .*cert cannot be read/,
    ],
    [
      'a receiver of events that the mappings do not describe',
      () => ({
        LIFEBOAT_EVENTS_SECRET: 'a secret',
        LIFEBOAT_EVENTS_RECEIVER: 'http://127.0.0.1:9',
        LIFEBOAT_EVENTS_RECEIVER_SECRET: 'another',
      }),
      /events\.receiver: the mappings describe no events/,
    ],
  ])('ends with 1 for %s, as the start does', async (_what, more, message) => {
    const { code, about } = await examined(settings(more()));
    expect(about('start')).toEqual([expect.stringMatching(message)]);
    expect(about('start')[0]).toMatch(/^error: /);
    expect(code).toBe(1);
  });

  it('warns of tokens that cannot be read', async () => {
    writeFileSync(folder.path('tokens.json'), '[{"name":');
    const { about } = await examined(settings({ LIFEBOAT_ADMIN_TOKENS: folder.path('tokens.json') }));
    expect(about('start')).toEqual([
      expect.stringMatching(/^warning: admin\.tokens: .*tokens\.json: it is not JSON$/),
    ]);
  });
});

describe('lifeboat doctor on the keys', () => {
  const table = (created: string, v2 = '{ env: SHOP_KEY }') => {
    const file = folder.path('keys.yaml');
    const v1 = digestKey('v1-key').toString('hex');
    writeFileSync(file, `keys:\n  - { name: shop, v1: "${v1}", v2: [${v2}], created: ${created} }\n`);
    chmodSync(file, 0o600);
    return { LIFEBOAT_KEYS_EXCHANGE: file };
  };
  const now = at('2025-06-01T12:00:00Z');

  it('says that they pass unchanged', async () => {
    expect((await examined(settings())).about('keys')).toEqual([
      expect.stringMatching(/^ok: the keys of clients go to v2 as they are/),
    ]);
  });

  it('says how old the keys of the exchange table are', async () => {
    const { about } = await examined(settings({ ...table('2025-05-22'), SHOP_KEY: 'v2-key' }), {}, now);
    expect(about('keys')).toEqual(['ok: 1 in the exchange table for /v1 and /v2, the oldest 10 days old']);
  });

  it('names keys to rotate, and a variable that is not set', async () => {
    const { code, about } = await examined(settings(table('2025-01-01')), {}, now);
    expect(code).toBe(1);
    expect(about('keys')).toEqual([
      'ok: 1 in the exchange table for /v1 and /v2, the oldest 151 days old',
      expect.stringMatching(/^error: .*keys\.yaml:2: the environment variable SHOP_KEY is not set$/),
      'warning: shop is older than 90 days: rotate it',
    ]);
  });

  it('says that the readers of a table without file modes cannot be checked', async () => {
    const environment = { ...table('2025-05-22'), SHOP_KEY: 'v2-key' };
    const file = environment.LIFEBOAT_KEYS_EXCHANGE;
    const keys = { kind: 'exchange', file, v2Paths: 'exchange' } as const;
    const foundFindings = await allOf(checkKeys(keys, environment, now.now(), platformOf('win32')));
    expect(foundFindings).toContainEqual(
      expect.objectContaining({ advice: `if in doubt: ${platformOf('win32').protect(file)}` }),
    );
  });

  it('reports an empty table, and one that others may read', async () => {
    const file = folder.path('keys.yaml');
    writeFileSync(file, 'keys: []\n');
    chmodSync(file, 0o600);
    const environment = settings({ LIFEBOAT_KEYS_EXCHANGE: file });
    expect((await examined(environment)).about('keys')).toEqual([
      'warning: the exchange table is empty: every v1 request is answered 401',
    ]);
    chmodSync(file, 0o644);
    const { code, about } = await examined(environment);
    expect(code).toBe(1);
    expect(about('keys').join()).toContain('others than the owner may read or change this file');
  });
});

describe('lifeboat doctor on the store', () => {
  const store = (file: string) => settings({ LIFEBOAT_STORE: file, LIFEBOAT_INDEX_SECRET: 's'.repeat(32) });

  it('says that the store is in memory', async () => {
    const { about } = await examined(settings({ LIFEBOAT_STORE: 'memory' }));
    expect(about('store')).toEqual([expect.stringMatching(/^ok: in memory/)]);
  });

  it('says that a file will be made, without making it', async () => {
    const file = folder.path('index.db');
    expect((await examined(store(file))).about('store')).toEqual([`ok: ${file} will be made`, ENGINE]);
    expect(() => readFileSync(file)).toThrow();
  });

  it('says what the next start changes in an older file, and that a newer version wrote a file', async () => {
    const file = folder.path('lifeboat.db');
    const opened = await openStore({ kind: 'file', path: file }, storeMigrations);
    await opened.close();
    expect((await examined(store(file))).about('store')).toEqual([`ok: ${file} is sound`, ENGINE]);
    const change = (statement: string) => {
      const database = new DatabaseSync(file);
      database.exec(statement);
      database.close();
    };
    const last = Object.keys(storeMigrations).toSorted().at(-1) ?? '';
    change(`DELETE FROM kysely_migration WHERE name = '${last}'`);
    const older = await examined(store(file));
    expect([older.code, older.about('store')[1]]).toEqual([
      0,
      `warning: ${file} was written by an older version: the next start makes one change to its tables`,
    ]);
    change("INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '2030')");
    const newer = await examined(store(file));
    expect([newer.code, newer.about('store')[1]]).toEqual([
      1,
      `error: ${file} was written by a newer version`,
    ]);
  });

  it('says that the file cannot be made, or is no store', async () => {
    const nowhere = folder.path('none/index.db');
    expect((await examined(store(nowhere))).about('store').join()).toContain(
      `error: ${nowhere} cannot be made`,
    );
    const nextText = folder.path('notes.txt');
    writeFileSync(nextText, 'not a database, however long one looks at it'.repeat(100));
    const { code, about } = await examined(store(nextText));
    expect(code).toBe(1);
    expect(about('store').join()).toContain(`error: ${nextText} cannot be used: file is not a database`);
  });
});

describe('lifeboat doctor on the mappings', () => {
  const changed = (file: string, from: string, to: string) => {
    cpSync(shippedFolder, folder.path('mappings'), { recursive: true });
    const path = folder.path(`mappings/${file}`);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
    return settings({ LIFEBOAT_MAPPINGS: folder.path('mappings') });
  };

  it('reports every fault with its line', async () => {
    const { code, about } = await examined(
      changed('currency-offer.yaml', 'game_slug: game.slug', 'game_slug: game.slog'),
    );
    expect(code).toBe(1);
    expect(about('mappings').join('\n')).toMatch(/error: .*currency-offer\.yaml:\d+: v2 has no game\.slog/);
  });

  it('reports a fixture that fails', async () => {
    const { code, about } = await examined(
      changed('currency-offer.yaml', '  uuid: uuid\n  title: title', '  uuid: title\n  title: uuid'),
    );
    expect(code).toBe(1);
    expect(about('mappings').join('\n')).toMatch(
      /error: fixtures\/currency-offer\.yaml:\d+: .*: answer is not as expected/,
    );
  });

  it('says that there are no mappings', async () => {
    const { code, about } = await examined(settings({ LIFEBOAT_MAPPINGS: folder.path('none') }));
    expect(code).toBe(1);
    expect(about('mappings').join()).toContain('error: cannot be read: there is no such file');
  });

  it('lists every assumption, and why it was not tried', async () => {
    const evidence = 'evidence: { path: observed, parameters: observed, success: observed }';
    const text = readFileSync(`${shippedFolder}/currency-offer.yaml`, 'utf8');
    const operations = text.slice(text.indexOf('operations:'));
    const environment = changed(
      'currency-offer.yaml',
      operations,
      operations.replaceAll(evidence, 'evidence: { path: assumed, success: spec }'),
    );
    const { code, findings, about } = await examined(environment);
    expect(code).toBe(0);
    expect(about('evidence')[0]).toMatch(/^ok: \d+ facts from the specification, \d+ observed, \d+ assumed$/);
    const assumed = findings.filter(({ message }) => message.includes('is assumed'));
    const shownEntries = assumed.map(({ severity, message, advice }) => [severity, message, advice]);
    const expected = [
      [
        'warning',
        expect.stringMatching(
          /^path of GET \/v2\/currency-offers\/\{currencyOffer\} is assumed \(currency-offer\.yaml:\d+\)$/,
        ),
        'name a key with --key-env to have it tried',
      ],
      [
        'warning',
        expect.stringMatching(/^path of PATCH \/v2\/currency-offers\/\{currencyOfferId\} is assumed/),
        expect.stringMatching(/^it is not a read, so it was not tried/),
      ],
    ];
    for (const expectedEntry of expected) expect(shownEntries).toContainEqual(expectedEntry);
  });
});
