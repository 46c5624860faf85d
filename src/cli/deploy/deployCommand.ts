import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, type Command } from 'commander';
import { saveFile } from '../../runtime/files';
import { renderConfigFault } from '../../config/configFaults';
import { readConfig } from '../../config/readConfig';
import {
  addCommand,
  type AskedSettings,
  CommandEnd,
  type ExitCode,
  valueOrEnd,
  readSettings,
  type Surroundings,
  addConfigOption,
} from '../command';
import { print } from '../terminal';
import { carrySettings, type DeployFile, type DeployKind, deployPlan, faultsOf, hostsOf } from './deployPlan';
import { composeKind, dockerKind } from './dockerFiles';
import { helmKind } from './helmFiles';
import { kubernetesKind } from './kubernetesFiles';
import { systemdKind } from './systemdUnit';

const kinds = {
  docker: dockerKind,
  compose: composeKind,
  systemd: systemdKind,
  kubernetes: kubernetesKind,
  helm: helmKind,
} as const satisfies Readonly<Record<string, DeployKind>>;

export interface DeployOptions {
  readonly kind: keyof typeof kinds;
  readonly config?: string;
  readonly out: string;
  readonly force: boolean;
  readonly json: boolean;
}

/** Makes the files for one way of running the gateway. Ends the command with everything that it cannot carry. */
function deployFiles(name: keyof typeof kinds, askedSettings: AskedSettings): readonly DeployFile[] {
  const kind: DeployKind = kinds[name];
  const here = valueOrEnd(readSettings({ ...askedSettings, sandbox: false }));
  const faults = faultsOf(kind, here);
  if (faults.length > 0) throw new CommandEnd(faults, 1);
  const overrides = Object.entries(hostsOf(kind, here)).map(([setting, value]) => ({
    name: setting,
    value,
    option: `lifeboat deploy ${name}`,
  }));
  const there = readConfig({ ...askedSettings, overrides, sandbox: false });
  if (!there.ok)
    throw new CommandEnd(
      there.faults.map((fault) => renderConfigFault(fault, askedSettings)),
      1,
    );
  const carried = valueOrEnd(carrySettings(there.effective, askedSettings.environment));
  const tooMuch = kind.limits?.(carried) ?? [];
  if (tooMuch.length > 0) throw new CommandEnd(tooMuch, 1);
  return kind.files(deployPlan(there.config, kind.runs, carried));
}

/**
 * Writes the files for one way of running the gateway with the settings in force. Ends with 1 if it cannot carry them
 * all.
 */
export function deploy(
  { kind, config: file, out, force, json }: DeployOptions,
  { environment, terminal }: Surroundings,
): ExitCode {
  const files = deployFiles(kind, { file, environment, colour: terminal.colour });
  const names = files.map(({ name }) => join(out, name));
  const there = names.filter((path) => !force && existsSync(path));
  if (there.length > 0) throw new CommandEnd([`${there.join(', ')}: there already; --force overwrites`], 1);
  for (const { name, text, mode } of files) {
    const folder = name.startsWith('secrets/') ? 0o700 : 0o777;
    valueOrEnd(saveFile(join(out, name), text, { force: true, folder, mode }));
  }
  const lines = names.map((name) => `wrote ${name}`);
  print({ files: names }, lines, json, terminal);
  return 0;
}

export const deployCommand = (program: Command): Command =>
  addCommand(program, 'deploy', {
    about: 'write the files that run the gateway as a service, for the settings in force',
    takes: (command) =>
      addConfigOption(command)
        .addArgument(new Argument('<kind>', 'how it is run').choices(Object.keys(kinds)))
        .option('-o, --out <folder>', 'folder to write into', '.')
        .option('-f, --force', 'overwrite files that exist', false)
        .option('--json', 'print what was written as JSON', false),
    run: deploy,
  });
