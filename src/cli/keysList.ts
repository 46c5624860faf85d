import type { Environment } from '../config';
import { type ListedKey, listKeys } from '../gateway/keys/listKeys';
import { counted } from '../mapping/counted';
import { columns } from './columns';
import type { ExitCode } from './exitCode';
import type { KeyTableOptions } from './keyTableFile';
import { openKeyTable } from './openKeyTable';
import { systemClock } from './systemClock';
import type { Terminal } from './terminal';

const row = ({ name, v2, created, ageDays }: ListedKey): readonly string[] => [
  name,
  v2.join(', then '),
  created,
  counted(ageDays, 'day'),
];

/** Prints the entries of the key table and their age; warnings go to stderr. */
export async function keysList(
  options: KeyTableOptions,
  environment: Environment,
  { write, complain, colour }: Terminal,
): Promise<ExitCode> {
  const opened = await openKeyTable(options, environment, { colour });
  if (!opened.ok) {
    complain(opened.failure);
    return 1;
  }
  const entries = listKeys(opened.value.table, systemClock.now());
  if (options.json === true) write(JSON.stringify({ keys: entries }, null, 2));
  else for (const line of columns([['name', 'v2 key', 'since', 'age'], ...entries.map(row)])) write(line);
  for (const { name, warning } of entries) {
    if (warning !== undefined) complain(`warning: ${name} is ${warning}`);
  }
  return 0;
}
