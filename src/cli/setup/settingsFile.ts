import { listSettings, renderSettings, settingsTemplate } from '../../config/renderSettings';
import type { ExitCode } from '../command';
import { saveFile } from '../../runtime/files';
import type { Terminal } from '../terminal';
import type { Environment } from '../../config';
import { readConfig, warnings } from '../../config/readConfig';
import { renderConfigFault } from '../../config/configFaults';

/** Writes the commented settings file; one that exists is kept unless forced. */
export function init(options: { file: string; force: boolean }, { write, complain }: Terminal): ExitCode {
  const { file, force } = options;
  // The file may hold secrets later.
  const saved = saveFile(file, settingsTemplate(), { force, mode: 0o600 });
  if (!saved.ok) {
    complain(saved.failure);
    return 1;
  }
  write(`wrote ${file}: set upstream.v2, then check it with: lifeboat config --config ${file}`);
  return 0;
}

/** Prints the effective settings as YAML, and every fault in them. */
export function printConfig(
  options: { config?: string; sandbox: boolean; json?: boolean },
  environment: Environment,
  { write, complain, colour }: Terminal,
): ExitCode {
  const { config: file, sandbox, json = false } = options;
  const result = readConfig({ file, environment, overrides: [], sandbox, inMemory: sandbox });
  const { effective } = result;
  if (effective !== undefined) {
    const { settings, sources } = effective;
    write(
      json
        ? JSON.stringify(listSettings(settings, sources), null, 2)
        : renderSettings(settings, sources).trimEnd(),
    );
  }
  if (result.ok) {
    for (const warning of warnings(result.config)) complain(`warning: ${warning}`);
    return 0;
  }
  for (const fault of result.faults) complain(renderConfigFault(fault, { colour }));
  return 1;
}
