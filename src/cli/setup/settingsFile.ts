import { dirname, join } from 'node:path';
import { listSettings, renderSettings, settingsTemplate } from '../../config/renderSettings';
import { type ExitCode, need, refused } from '../command';
import { fileSchema } from './printSchema';
import { saveFile } from '../../runtime/files';
import { print, type Terminal } from '../terminal';
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
export function init({ file, force, json }: InitOptions, terminal: Terminal): ExitCode {
  const schema = join(dirname(file), SCHEMA);
  const text = `# yaml-language-server: $schema=${SCHEMA}\n${settingsTemplate()}`;
  // The file may hold secrets later.
  need(saveFile(file, text, { force, mode: 0o600 }));
  need(saveFile(schema, `${JSON.stringify(fileSchema('settings'), null, 2)}\n`, { force: true }));
  const line = `wrote ${file}: set upstream.v2, then check it with: lifeboat config --config ${file}`;
  print({ settings: file, schema }, [line], json, terminal);
  return 0;
}

/** Options of `lifeboat config`. */
export interface ConfigOptions {
  readonly config?: string;
  readonly sandbox: boolean;
  readonly json?: boolean;
}

/** Prints the effective settings as YAML, and every fault in them. */
export function printConfig(
  { config: file, sandbox, json }: ConfigOptions,
  environment: Environment,
  terminal: Terminal,
): ExitCode {
  const result = readConfig({ file, environment, overrides: [], sandbox, inMemory: sandbox });
  if (result.effective !== undefined) {
    const { settings, sources } = result.effective;
    const yaml = renderSettings(settings, sources).trimEnd();
    print(listSettings(settings, sources), [yaml], json, terminal);
  }
  const complaints = result.ok
    ? warnings(result.config).map((warning) => `warning: ${warning}`)
    : result.faults.map((fault) => renderConfigFault(fault, terminal));
  return refused(complaints, terminal, result.ok ? 0 : 1);
}
