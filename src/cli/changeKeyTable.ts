import type { Environment } from '../config';
import type { KeyTable } from '../gateway/keys/keyTable';
import { writeKeyFile } from '../gateway/keys/writeKeyFile';
import type { Result } from '../translation/result';
import type { ExitCode } from './exitCode';
import type { KeyTableOptions } from './keyTableFile';
import { openKeyTable } from './openKeyTable';
import { reasonOf } from './reasonOf';
import type { Terminal } from './terminal';

/** Opens the key table, changes it and writes it back; what stands in the way is printed, with no key in it. */
export async function changeKeyTable(
  options: KeyTableOptions,
  change: (table: KeyTable) => Result<KeyTable, string> | Promise<Result<KeyTable, string>>,
  environment: Environment,
  { write, complain, colour }: Terminal,
): Promise<ExitCode> {
  const opened = await openKeyTable(options, environment, { colour });
  if (!opened.ok) {
    complain(opened.failure);
    return 1;
  }
  const { file, table } = opened.value;
  const changed = await change(table);
  if (!changed.ok) {
    complain(`${file}: ${changed.failure}`);
    return 1;
  }
  try {
    await writeKeyFile(file, changed.value);
  } catch (error) {
    complain(`${file} cannot be written: ${reasonOf(error)}`);
    return 1;
  }
  if (options.json === true) write(JSON.stringify({ changed: file }));
  else write(`${file} is changed; a running gateway takes it over by itself`);
  return 0;
}
