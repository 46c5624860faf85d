import type { Environment } from '../config';
import { readConfig } from '../config/readConfig';
import { renderConfigFault } from '../config/renderConfigFault';
import { listSettings, renderSettings } from '../config/renderSettings';
import { warnings } from '../config/warnings';
import type { ExitCode } from './exitCode';
import type { Terminal } from './terminal';

/** Prints the effective settings as YAML, and everything that is wrong with them. */
export function printConfig(
  options: { config?: string; sandbox: boolean; json?: boolean },
  environment: Environment,
  { write, complain, colour }: Terminal,
): ExitCode {
  const { config: file, sandbox, json = false } = options;
  const result = readConfig({ file, environment, overrides: [], sandbox });
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
