import type { Environment } from '../config';
import { removeKey } from '../gateway/keys/editKeyTable';
import { changeKeyTable } from './changeKeyTable';
import type { ExitCode } from './exitCode';
import type { KeyTableOptions } from './keyTableFile';
import type { Terminal } from './terminal';

/** Removes an entry. */
export function keysRemove(
  name: string,
  options: KeyTableOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  return changeKeyTable(options, (table) => removeKey(table, name), environment, terminal);
}
