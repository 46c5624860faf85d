import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import type { deploy } from '../../../../src/cli/deploy/deployCommand.js';
import { renderedChart } from './renderedChart.ts';

/** A gateway's start as a way of running it has it. */
export interface StartedSettings {
  /** Settings file, where this machine has it. */
  readonly config: string;
  readonly environment: Readonly<Record<string, string>>;
}

type Kind = Parameters<typeof deploy>[0]['kind'];

/** A file of variables: none of its values may need to be quoted. */
function variablesOf(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([A-Z_]+)=([^\s'"$\\#]+)$/.exec(line) ?? [];
      expect(line).toBe(`${name}=${value}`);
      return [name, value];
    }),
  );
}

/** Finds a file of a container by the volumes that are mounted in it. */
function mounted(out: string, volumes: readonly string[], path: string): string {
  const foundTexts = volumes
    .map((volume) => volume.split(':'))
    .find(([, at = '-']) => path.startsWith(`${at}/`));
  const [source = '', at = ''] = foundTexts ?? [];
  expect(source).toMatch(/^(?:\.|\$PWD)\//);
  return join(out, source.replace('$PWD/', ''), path.slice(at.length));
}

/** The path that a command line names with --config. */
const configIn = (words: readonly string[]): string => words[words.indexOf('--config') + 1] ?? '';

/** The command and the variables of the image. */
function imageOf(out: string) {
  const text = readFileSync(join(out, 'Dockerfile'), 'utf8');
  const [, command = '[]'] = /^CMD (.*)$/m.exec(text) ?? [];
  const [, variables = ''] = /^ENV (.*)$/m.exec(text) ?? [];
  return {
    text,
    config: configIn(z.array(z.string()).parse(JSON.parse(command))),
    environment: variablesOf(variables.replaceAll(' ', '\n')),
  };
}

function docker(out: string): StartedSettings {
  const { text, config, environment } = imageOf(out);
  const run = /^# +docker run[^]*?lifeboat:[\d.]+$/m.exec(text)?.[0] ?? '';
  const volumes = [...run.matchAll(/-v "([^"]+)"/g)].map(([, volume = '']) => volume);
  const [, variables = ''] = /--env-file (\S+)/.exec(run) ?? [];
  const givenEntry = variablesOf(readFileSync(join(out, variables), 'utf8'));
  return { config: mounted(out, volumes, config), environment: { ...environment, ...givenEntry } };
}

const services = z.object({
  services: z.record(
    z.string(),
    z.object({
      volumes: z.array(z.string()).default([]),
      env_file: z.array(z.string()).default([]),
      environment: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

function composed(out: string): StartedSettings {
  const image = imageOf(out);
  const { services: all } = services.parse(parse(readFileSync(join(out, 'compose.yaml'), 'utf8')));
  const { volumes = [], env_file: files = [], environment } = all['lifeboat'] ?? {};
  const givenEntry = files.map((file) => variablesOf(readFileSync(join(out, file), 'utf8')));
  return {
    config: mounted(out, volumes, image.config),
    environment: Object.assign({ ...image.environment }, ...givenEntry, environment) as Record<
      string,
      string
    >,
  };
}

/** Plays the lines that install the unit, below a folder in the place of the root, and reads what it starts. */
function systemd(out: string): StartedSettings {
  const unit = readFileSync(join(out, 'lifeboat.service'), 'utf8');
  const root = join(out, 'root');
  mkdirSync(join(root, 'etc'), { recursive: true });
  const [, copy = ''] = /^# +(sudo cp -r .*)$/m.exec(unit) ?? [];
  const words = copy.replaceAll('sudo ', '').replaceAll(' /etc', ` ${root}/etc`);
  execFileSync('sh', ['-c', words], { cwd: out });
  const [, start = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  const [, variables = ''] = /^EnvironmentFile=(.*)$/m.exec(unit) ?? [];
  return {
    config: join(root, configIn(start.split(' '))),
    environment: variablesOf(readFileSync(join(root, variables), 'utf8')),
  };
}

const configMap = z.object({ data: z.record(z.string(), z.string()) });
const secret = z.object({ stringData: z.record(z.string(), z.string()) });
const items = z.object({ items: z.array(z.object({ key: z.string(), path: z.string() })) });
const container = z.object({
  args: z.array(z.string()),
  env: z.array(
    z.object({ name: z.string(), valueFrom: z.object({ secretKeyRef: z.object({ key: z.string() }) }) }),
  ),
});
const workload = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        initContainers: z.tuple([z.object({ command: z.tuple([z.string(), z.string(), z.string()]) })]),
        containers: z.tuple([container]),
        volumes: z.array(
          z.object({
            projected: z
              .object({
                sources: z.array(z.object({ secret: items.optional(), configMap: items.optional() })),
              })
              .optional(),
          }),
        ),
      }),
    }),
  }),
});

const documentsOf = (file: string): readonly unknown[] =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJSON() as unknown);

/** Makes the volume of the Secret, plays the container that copies it, and reads what the pod starts. */
function kubernetes(out: string, objects: readonly unknown[]): StartedSettings {
  const pod = objects.find((object) => workload.safeParse(object).success);
  const { initContainers, containers, volumes } = workload.parse(pod).spec.template.spec;
  const secrets = documentsOf(join(out, 'secrets/lifeboat.secret.yaml'));
  const configMaps = objects.map((object) => configMap.catch({ data: {} }).parse(object).data);
  const stringData = Object.assign(
    {},
    ...configMaps,
    ...secrets.map((text) => secret.parse(text).stringData),
  ) as Record<string, string>;
  const places = { '/secret': join(out, 'mount/secret'), '/config': join(out, 'mount/config') };
  for (const location of Object.values(places)) mkdirSync(location, { recursive: true });
  const sources = volumes.flatMap((volume) => volume.projected?.sources ?? []);
  const named = sources.flatMap((source) => [source.secret, source.configMap]);
  for (const { key, path } of named.flatMap((entry) => entry?.items ?? [])) {
    // A Secret's volume is made of links.
    mkdirSync(dirname(join(places['/secret'], path)), { recursive: true });
    writeFileSync(join(out, 'mount', key), stringData[key] ?? '', { mode: 0o640 });
    symlinkSync(join(out, 'mount', key), join(places['/secret'], path));
  }
  const [shell, option, line] = initContainers[0].command;
  const here = line.replace('/secret', places['/secret']).replace('/config', places['/config']);
  execFileSync(shell, [option, here]);
  const [{ args, env }] = containers;
  const environment = env.map(({ name, valueFrom }) => [name, stringData[valueFrom.secretKeyRef.key] ?? '']);
  return {
    config: configIn(args).replace('/config', places['/config']),
    environment: Object.fromEntries(environment) as Record<string, string>,
  };
}

/** Reads the files of a way of running the gateway, as whoever runs them would. */
export function startedSettings(kind: Kind, out: string): StartedSettings {
  switch (kind) {
    case 'docker':
      return docker(out);
    case 'compose':
      return composed(out);
    case 'systemd':
      return systemd(out);
    case 'kubernetes':
      return kubernetes(out, documentsOf(join(out, 'lifeboat.kubernetes.yaml')));
    case 'helm':
      return kubernetes(out, renderedChart(join(out, 'chart')));
  }
}
