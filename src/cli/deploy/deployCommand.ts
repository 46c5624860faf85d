import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, type Command } from 'commander';
import { saveFile } from '../../runtime/files';
import { renderConfigFault } from '../../config/configFaults';
import { readConfig } from '../../config/readConfig';
import { failure, type Result, success } from '../../contract/result';
import {
  addCommand,
  type AskedSettings,
  type ExitCode,
  readSettings,
  refused,
  type Surroundings,
  withConfig,
} from '../command';
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

/** Options of `lifeboat deploy`. */
export interface DeployOptions {
  readonly kind: keyof typeof kinds;
  readonly config?: string;
  readonly out: string;
  readonly force: boolean;
  readonly json: boolean;
}

/** Makes the files for one way of running the gateway; the failure lists everything that it cannot carry. */
function deployFiles(
  name: keyof typeof kinds,
  askedSettings: AskedSettings,
): Result<readonly DeployFile[], readonly string[]> {
  const kind: DeployKind = kinds[name];
  const here = readSettings({ ...askedSettings, sandbox: false });
  if (!here.ok) return here;
  const faults = faultsOf(kind, here.value);
  if (faults.length > 0) return failure(faults);
  const overrides = Object.entries(hostsOf(kind, here.value)).map(([setting, value]) => ({
    name: setting,
    value,
    option: `lifeboat deploy ${name}`,
  }));
  const there = readConfig({ ...askedSettings, overrides, sandbox: false });
  if (!there.ok) return failure(there.faults.map((fault) => renderConfigFault(fault, askedSettings)));
  const carried = carrySettings(there.effective, askedSettings.environment);
  if (!carried.ok) return carried;
  const tooMuch = kind.limits?.(carried.value) ?? [];
  if (tooMuch.length > 0) return failure(tooMuch);
  return success(kind.files(deployPlan(there.config, kind.runs, carried.value)));
}

/**
 * Writes the files for one way of running the gateway with the settings in force; returns 1 if it cannot carry them
 * all.
 */
export function deploy(
  { kind, config: file, out, force, json }: DeployOptions,
  { environment, terminal }: Surroundings,
): ExitCode {
  const { write, complain, colour } = terminal;
  const madeFiles = deployFiles(kind, { file, environment, colour });
  if (!madeFiles.ok) return refused(madeFiles.failure, terminal, 1);
  const files = madeFiles.value;
  const there = files.map(({ name }) => join(out, name)).filter((path) => !force && existsSync(path));
  if (there.length > 0)
    return refused([`${there.join(', ')}: there already; --force overwrites`], terminal, 1);
  for (const { name, text, mode } of files) {
    const folder = name.startsWith('secrets/') ? 0o700 : 0o777;
    const saved = saveFile(join(out, name), text, { force: true, folder, mode });
    if (saved.ok) continue;
    complain(saved.failure);
    return 1;
  }
  const names = files.map(({ name }) => join(out, name));
  if (json) write(JSON.stringify({ files: names }, null, 2));
  else for (const name of names) write(`wrote ${name}`);
  return 0;
}

export const deployCommand = (program: Command): Command =>
  addCommand(program, 'deploy', {
    about: 'write the files that run the gateway as a service, for the settings in force',
    takes: (command) =>
      withConfig(command)
        .addArgument(new Argument('<kind>', 'how it is run').choices(Object.keys(kinds)))
        .option('-o, --out <folder>', 'folder to write into', '.')
        .option('-f, --force', 'overwrite files that exist', false)
        .option('--json', 'print what was written as JSON', false),
    run: deploy,
  });
