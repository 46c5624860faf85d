import type { Environment } from '../config';
import { readConfig } from '../config/readConfig';
import { renderConfigFault } from '../config/renderConfigFault';
import { failure, type Result, success } from '../translation/result';

/** Where a key table may be named. */
export interface KeyTableOptions {
  readonly config?: string;
  /** Wins over the settings. */
  readonly file?: string;
  readonly json?: boolean;
}

/** The file of the key table, from the option or the settings. */
export function keyTableFile(options: KeyTableOptions, environment: Environment): Result<string, string> {
  if (options.file !== undefined) return success(options.file);
  // Only one setting is asked for: an upstream is not needed here, which is what `sandbox` says.
  const read = readConfig({ file: options.config, environment, overrides: [], sandbox: true });
  if (!read.ok) {
    return failure(read.faults.map((fault) => renderConfigFault(fault, { colour: false })).join('\n'));
  }
  const { keys } = read.config;
  if (keys.kind === 'exchange') return success(keys.file);
  return failure(
    'there is no key table\n  = hint: set keys.exchange or LIFEBOAT_KEYS_EXCHANGE, or name one with --file',
  );
}
