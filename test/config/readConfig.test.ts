import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConfigRequest, readConfig } from '../../src/config/readConfig.js';
import { renderConfigFault } from '../../src/config/configFaults.js';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const V2 = { LIFEBOAT_UPSTREAM_V2: 'https://api.example.com' };
const SECRET = 'a-secret-of-at-least-thirty-two-characters';

const temporary = temporaryFolder();
const file = () => temporary.path('lifeboat.yaml');

function read(text: string, rest: Partial<ConfigRequest> = {}) {
  writeFileSync(file(), text);
  return readConfig({ file: file(), environment: V2, overrides: [], sandbox: false, ...rest });
}

function config(text: string, rest: Partial<ConfigRequest> = {}) {
  const result = read(text, rest);
  if (!result.ok) throw new Error(faults(text, rest).join('\n'));
  return result.config;
}

function faults(text: string, rest: Partial<ConfigRequest> = {}): string[] {
  const result = read(text, rest);
  return result.ok ? [] : result.faults.map((fault) => renderConfigFault(fault, { colour: false }));
}

describe('readConfig', () => {
  it('has a default for every setting but the upstream', () => {
    expect(config('')).toEqual({
      listen: { host: '127.0.0.1', port: 8080, tls: { kind: 'off' } },
      admin: { host: '127.0.0.1', port: 8081, trustedProxies: [] },
      comparison: {
        sample: 10,
        controls: 5,
        requestsPerMinute: 60,
        queue: 256,
        deadline: 10_000,
        bodyBytes: 1_048_576,
        writes: 'read-back',
        lag: 5_000,
        rules: undefined,
        values: [],
        keepPairs: 20_000,
        keepMs: 2_592_000_000,
        windowMs: 604_800_000,
      },
      cutover: {
        plan: undefined,
        start: 'v2',
        seed: 'lifeboat',
        fallback: true,
        limitedWrites: 'canary',
        approvals: 1,
        readsFromV2: false,
        end: undefined,
      },
      notify: { console: 'http://127.0.0.1:8081' },
      upstream: { kind: 'service', v2: 'https://api.example.com', v1: undefined },
      sunset: Date.UTC(2025, 10, 30),
      deprecation: Date.UTC(2025, 10, 30),
      guide: undefined,
      forward: undefined,
      keys: { kind: 'passOn' },
      index: {
        freshSeconds: 3600,
        pageBudget: 2000,
        warm: false,
        secret: { kind: 'random' },
        store: { kind: 'memory' },
      },
      store: { kind: 'file', file: temporary.path('lifeboat.db') },
      isStoreNamed: false,
      deprecatedForms: 'pass',
      passThrough: { links: 'rewrite' },
      writes: { unchanged: 'answer', idempotencyKey: 'off', journal: 'process' },
      deadlines: { request: 10_000, passThrough: 60_000, shutdown: 8_000 },
      mappings: join(import.meta.dirname, '..', '..', 'mappings'),
      log: { level: 'info' },
      lists: { unfitRows: 'refuse' },
      limits: {
        requestsPerMinute: 0,
        changesPerRequest: 1_000,
        requestBytes: 262_144,
        answerBytes: 4_194_304,
      },
    });
  });

  it('returns a frozen configuration', () => {
    const { listen } = config('');
    expect(Object.isFrozen(listen)).toBe(true);
    expect(Object.isFrozen(listen.tls)).toBe(true);
  });

  it('prefers the environment to the file, and the command line to both', () => {
    const text = 'listen: { host: localhost, port: 1 }\nadmin: { port: 2 }\n';
    const environment = { ...V2, LIFEBOAT_LISTEN_PORT: '10', LIFEBOAT_ADMIN_PORT: '20' };
    const overrides = [{ name: 'listen.port', option: '--port', value: '100' }];
    expect(config(text, { environment, overrides })).toMatchObject({
      listen: { host: 'localhost', port: 100 },
      admin: { port: 20 },
    });
  });

  it('derives the names of variables from the settings, camel case as words', () => {
    const environment = {
      ...V2,
      LIFEBOAT_INDEX_FRESH_SECONDS: '7',
      LIFEBOAT_DEADLINES_PASS_THROUGH: '700',
      LIFEBOAT_LISTEN_TLS_CERT: '/c',
      LIFEBOAT_LISTEN_TLS_KEY: '/k',
    };
    expect(config('', { environment })).toMatchObject({
      index: { freshSeconds: 7 },
      deadlines: { passThrough: 700 },
      listen: { tls: { kind: 'on', cert: '/c', key: '/k' } },
    });
  });

  it('treats an empty variable and an empty section as absent', () => {
    const environment = { ...V2, LIFEBOAT_LISTEN_PORT: '' };
    expect(config('listen:\n  tls:\nkeys:\n', { environment }).listen).toMatchObject({
      port: 8080,
      tls: { kind: 'off' },
    });
  });

  it('keeps digits as text for a setting that wants text', () => {
    const environment = { ...V2, LIFEBOAT_INDEX_SECRET: '1'.repeat(32) };
    expect(config('', { environment }).index.secret).toEqual({ kind: 'given', value: '1'.repeat(32) });
  });

  it('resolves a path in the file against the file, any other against the working directory', () => {
    const text = `store: ../index.db\nkeys: { exchange: keys.json }\nindex: { secret: ${SECRET} }\n`;
    const environment = { ...V2, LIFEBOAT_KEYS_EXCHANGE: 'other.json' };
    expect(config(text).keys).toEqual({
      kind: 'exchange',
      file: temporary.path('keys.json'),
      v2Paths: 'exchange',
    });
    expect(config(text).store).toEqual({ kind: 'file', file: temporary.path('../index.db') });
    expect(config(text, { environment }).keys).toEqual({
      kind: 'exchange',
      file: join(process.cwd(), 'other.json'),
      v2Paths: 'exchange',
    });
  });

  it('needs no upstream with the sandbox, and uses no other', () => {
    expect(config('', { environment: {}, sandbox: true }).upstream).toEqual({ kind: 'sandbox' });
    expect(config('', { sandbox: true }).upstream).toEqual({ kind: 'sandbox' });
  });

  it('works without a file, but not without a named file', () => {
    const missing = temporary.path('none.yaml');
    const result = readConfig({ file: missing, environment: V2, overrides: [], sandbox: false });
    expect(result).toMatchObject({ ok: false, faults: [{ place: missing, code: 'unreadable-file' }] });
  });
});

describe('a configuration with faults', () => {
  it('is refused with every fault, each at its line, with the nearest known name for an unknown one', () => {
    expect(faults('listen:\n  prot: 8080\n  port: yes\nlog: { level: loud }\ntore: x\n')).toEqual([
      [
        `${file()}:2:3: listen.prot is not a setting`,
        '  2 |   prot: 8080',
        '    |   ^',
        '    = hint: did you mean "port"?',
      ].join('\n'),
      [
        `${file()}:3:9: listen.port must be a port from 0 (any free one) to 65535`,
        '  3 |   port: yes',
        '    |         ^',
      ].join('\n'),
      [
        `${file()}:4:15: log.level must be one of fatal, error, warn, info, debug, trace, silent`,
        '  4 | log: { level: loud }',
        '    |               ^',
      ].join('\n'),
      [
        `${file()}:5:1: tore is not a setting`,
        '  5 | tore: x',
        '    | ^',
        '    = hint: did you mean "store"?',
      ].join('\n'),
    ]);
  });

  it('lists the settings of a section when none is near the unknown one', () => {
    expect(faults('admin: { whatever: 1 }')[0]).toContain('hint: settings here: host, port');
  });

  it('names the variable or option that the value came from', () => {
    const environment = { ...V2, LIFEBOAT_ADMIN_PORT: '70000' };
    const overrides = [{ name: 'listen.port', option: '--port', value: '-1' }];
    expect(faults('', { environment, overrides })).toEqual([
      '--port must be a port from 0 (any free one) to 65535',
      'LIFEBOAT_ADMIN_PORT must be a port from 0 (any free one) to 65535',
    ]);
  });

  it('refuses a variable that is no setting, but leaves LIFEBOAT_KEY_ names to the key table', () => {
    const environment = { ...V2, LIFEBOAT_LISTEN_PROT: '1', LIFEBOAT_KEY_SHOP: 'k', LIFE: 'x' };
    expect(faults('', { environment })).toEqual([
      'LIFEBOAT_LISTEN_PROT is not a setting\n  = hint: did you mean "LIFEBOAT_LISTEN_PORT"?',
    ]);
  });

  it.each([
    ['a certificate without its key', 'listen: { tls: { cert: a.pem } }', 'listen.tls.key is missing'],
    ['a section that is not one', 'listen: 8080', 'listen must be lines of the form'],
    ['a list as the whole file', '- a', 'the file must be lines of the form'],
    ['a sunset that is no instant', 'sunset: tomorrow', 'sunset must be an instant'],
    ['a duplicate key', 'store: a\nstore: b', 'duplicate key "store"'],
    ['a syntax that is none', 'listen: [', ''],
  ])('refuses %s', (_what, text, message) => {
    const [firstText, ...remainingTexts] = faults(text);
    expect(remainingTexts).toEqual([]);
    expect(firstText).toContain(message);
  });

  it('keeps the store beside the settings file, else in the working directory, or in memory', () => {
    expect(config('').store).toEqual({ kind: 'file', file: temporary.path('lifeboat.db') });
    const bare = { environment: V2, overrides: [], sandbox: false, file: undefined };
    const store = (request: Parameters<typeof readConfig>[0]) => {
      const result = readConfig(request);
      return result.ok && result.config.store;
    };
    expect(store(bare)).toEqual({ kind: 'file', file: join(process.cwd(), 'lifeboat.db') });
    expect(store({ ...bare, inMemory: true })).toEqual({ kind: 'memory' });
    const named = { ...bare, inMemory: true, environment: { ...V2, LIFEBOAT_STORE: '/x/kept.db' } };
    expect(store(named)).toEqual({ kind: 'file', file: '/x/kept.db' });
  });

  it('says that a setting in the wrong section belongs to the top of the file', () => {
    expect(faults('cutover: { store: cutover.db }')).toEqual([
      expect.stringContaining('write "store" at the top of the file, not below cutover'),
    ]);
  });

  it('keeps the index in memory without a secret that outlives the process', () => {
    expect(config('store: here.db').index.store).toEqual({ kind: 'memory' });
    const keptConfig = config(`store: here.db\nindex: { secret: ${SECRET} }`);
    expect(keptConfig.index.store).toEqual(keptConfig.store);
  });

  it('names a missing setting, and how to set it', () => {
    expect(faults('store: index.db', { environment: {} })).toEqual([
      expect.stringMatching(/^upstream\.v2 is missing.*\n.*LIFEBOAT_UPSTREAM_V2/),
    ]);
    const text = faults('events: { receiver: https://old.example/hooks }', { environment: V2 }).join('\n');
    expect(text).toMatch(
      /^events\.secret is missing: events .*\n.*_SECRET\nevents\.receiverSecret is missing/,
    );
  });

  it.each([
    ['a short secret', 'index: { secret: canary }'],
    ['a secret on a line that is wrong otherwise', 'index: { secret: canary, x: 1 }'],
    ['a secret in broken YAML', 'index: { secret: "canary'],
    ['credentials in an address', 'upstream: { v2: "https://me:canary@api.example.com" }'],
    ['credentials in a variable', ''],
  ])('never repeats %s', (what, text) => {
    const environment =
      what === 'credentials in a variable' ? { LIFEBOAT_UPSTREAM_V2: 'https://me:canary@x' } : {};
    const output = faults(text, { environment }).join('\n');
    expect(output).not.toBe('');
    expect(output).not.toContain('canary');
  });
});
