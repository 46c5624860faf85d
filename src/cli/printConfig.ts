import type { Environment } from '../config';
import { readConfig } from '../config/readConfig';
import { renderConfigFault } from '../config/renderConfigFault';
import { renderSettings } from '../config/renderSettings';
import { warnings } from '../config/warnings';
import type { ExitCode } from './exitCode';
import type { Terminal } from './terminal';

/** Prints the effective settings as YAML, and everything that is wrong with them. */
export function printConfig(
  options: { config?: string; sandbox: boolean },
  environment: Environment,
  { write, complain, colour }: Terminal,
): ExitCode {
  const { config: file, sandbox } = options;
  const result = readConfig({ file, environment, overrides: [], sandbox });
  const { effective } = result;
  if (effective !== undefined) write(renderSettings(effective.settings, effective.sources).trimEnd());
  if (result.ok) {
    for (const warning of warnings(result.config)) complain(`warning: ${warning}`);
    return 0;
  }
  for (const fault of result.faults) complain(renderConfigFault(fault, { colour }));
  return 1;
}
