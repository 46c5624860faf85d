import { existsSync, writeFileSync } from 'node:fs';
import { settingsTemplate } from '../config/settingsTemplate';
import type { ExitCode } from './exitCode';
import type { Terminal } from './terminal';

/** Writes the commented settings file; one that exists is kept unless forced. */
export function init(options: { file: string; force: boolean }, { write, complain }: Terminal): ExitCode {
  const { file, force } = options;
  if (!force && existsSync(file)) {
    complain(`${file} exists already: name another file, or use --force to overwrite it`);
    return 1;
  }
  try {
    // It may come to hold the secret of the index.
    writeFileSync(file, settingsTemplate(), { mode: 0o600 });
  } catch (error) {
    complain(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
  write(`wrote ${file}: set upstream.v2, then check it with: lifeboat config --config ${file}`);
  return 0;
}
