import { dirname, join } from 'node:path';
import { listSettings, renderSettings, settingsTemplate } from '../../config/renderSettings';
import type { ExitCode } from '../command';
import { fileSchema } from './printSchema';
import { saveFile } from '../../runtime/files';
import type { Terminal } from '../terminal';
import type { Environment } from '../../config';
import { readConfig, warnings } from '../../config/readConfig';
import { renderConfigFault } from '../../config/configFaults';

/** File name of the schema that the first line of the settings names. */
const SCHEMA = 'lifeboat.schema.json';

/** Options of init. */
interface InitOptions {
  readonly file: string;
  readonly force: boolean;
  readonly json?: boolean;
}

/** Writes the commented settings file, and its schema for editors; keeps existing settings unless forced. */
export function init({ file, force, json = false }: InitOptions, { write, complain }: Terminal): ExitCode {
  const schema = join(dirname(file), SCHEMA);
  const text = `# yaml-language-server: $schema=${SCHEMA}\n${settingsTemplate()}`;
  // The file may hold secrets later.
  const saved = saveFile(file, text, { force, mode: 0o600 });
  const described = saved.ok
    ? saveFile(schema, `${JSON.stringify(fileSchema('settings'), null, 2)}\n`, { force: true })
    : saved;
  if (!described.ok) {
    complain(described.failure);
    return 1;
  }
  if (json) write(JSON.stringify({ settings: file, schema }, null, 2));
  else write(`wrote ${file}: set upstream.v2, then check it with: lifeboat config --config ${file}`);
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
