import type { Fault } from '../../document/fault';
import { failure, type Result } from '../../translation/result';
import { type ParsedKeyTable, parseKeyTable } from './parseKeyTable';
import { readKeyFile } from './readKeyFile';

/** Reads and checks a key table; the failure lists everything that is wrong, and shows none of the table. */
export async function loadKeyTable(file: string): Promise<Result<ParsedKeyTable, readonly Fault[]>> {
  const text = await readKeyFile(file);
  return text.ok ? parseKeyTable(file, text.value) : failure([text.failure]);
}
