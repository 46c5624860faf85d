import { settingsTemplate } from '../config/settingsTemplate';
import type { ExitCode } from './exitCode';
import { saveFile } from './saveFile';
import type { Terminal } from './terminal';

/** Writes the commented settings file; one that exists is kept unless forced. */
export function init(options: { file: string; force: boolean }, { write, complain }: Terminal): ExitCode {
  const { file, force } = options;
  // It may come to hold secrets.
  const saved = saveFile(file, settingsTemplate(), { force, mode: 0o600 });
  if (!saved.ok) {
    complain(saved.failure);
    return 1;
  }
  write(`wrote ${file}: set upstream.v2, then check it with: lifeboat config --config ${file}`);
  return 0;
}
