import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, type Command } from 'commander';
import type { Environment } from '../../config';
import { saveFile } from '../../runtime/files';
import { defineCommand, type ExitCode, readSettings, refused } from '../command';
import type { Terminal } from '../terminal';
import { type DeployFile, type DeployPlan, deployPlan } from './deployPlan';
import { composeFiles, dockerFiles } from './dockerFiles';
import { sharedComposeFiles } from './sharedCompose';
import { kubernetesFiles, sharedKubernetesFiles } from './kubernetesFiles';
import { systemdUnit } from './systemdUnit';

const makers = {
  docker: dockerFiles,
  compose: composeFiles,
  'compose-shared': sharedComposeFiles,
  systemd: systemdUnit,
  kubernetes: kubernetesFiles,
  'kubernetes-shared': sharedKubernetesFiles,
} as const satisfies Readonly<Record<string, (plan: DeployPlan) => readonly DeployFile[]>>;

/** Options of `lifeboat deploy`. */
export interface DeployOptions {
  readonly config?: string;
  readonly out: string;
  readonly force: boolean;
  readonly json: boolean;
}

/** Writes the files for one way of running the gateway with the settings in force; 1 when one cannot be written. */
export function deploy(
  kind: keyof typeof makers,
  { config: file, out, force, json }: DeployOptions,
  environment: Environment,
  terminal: Pick<Terminal, 'write' | 'complain' | 'colour'>,
): ExitCode {
  const { write, complain, colour } = terminal;
  const config = readSettings({ file, environment, colour, sandbox: false });
  if (!config.ok) return refused(config.failure, terminal, 1);
  const files = makers[kind](deployPlan(config.value, file ?? 'lifeboat.yaml'));
  const there = files.map(({ name }) => join(out, name)).filter((path) => !force && existsSync(path));
  if (there.length > 0)
    return refused([`${there.join(', ')}: there already; --force overwrites`], terminal, 1);
  for (const { name, text } of files) {
    const saved = saveFile(join(out, name), text, { force: true, folder: true });
    if (saved.ok) continue;
    complain(saved.failure);
    return 1;
  }
  const names = files.map(({ name }) => join(out, name));
  if (json) write(JSON.stringify({ files: names }, null, 2));
  else for (const name of names) write(`wrote ${name}`);
  return 0;
}

/** Adds `lifeboat deploy`. */
export function deployCommand(program: Command): void {
  program
    .command('deploy')
    .description('write the files that run the gateway as a service, for the settings in force')
    .addArgument(new Argument('<kind>', 'how it is run').choices(Object.keys(makers)))
    .option('-c, --config <file>', 'settings file (default: lifeboat.yaml if it exists)')
    .option('-o, --out <folder>', 'folder to write into', '.')
    .option('-f, --force', 'overwrite files that exist', false)
    .option('--json', 'print what was written as JSON', false)
    .action(
      defineCommand(({ environment, terminal }, kind: keyof typeof makers, options: DeployOptions) =>
        Promise.resolve(deploy(kind, options, environment, terminal)),
      ),
    );
}
