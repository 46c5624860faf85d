import type { Environment } from '../config';
import { renderFault } from '../document/renderFault';
import { emptyKeyTable } from '../gateway/keys/editKeyTable';
import type { KeyTable } from '../gateway/keys/keyTable';
import { loadKeyTable } from '../gateway/keys/loadKeyTable';
import { failure, type Result, success } from '../translation/result';
import { type KeyTableOptions, keyTableFile } from './keyTableFile';

/** A key table and where it is kept. */
export interface OpenKeyTable {
  readonly file: string;
  readonly table: KeyTable;
}

/** Opens the key table, empty where there is none yet; the failure is told for people and shows no key. */
export async function openKeyTable(
  options: KeyTableOptions,
  environment: Environment,
  style: { readonly colour: boolean },
): Promise<Result<OpenKeyTable, string>> {
  const named = keyTableFile(options, environment);
  if (!named.ok) return named;
  const file = named.value;
  const loaded = await loadKeyTable(file);
  if (loaded.ok) return success({ file, table: loaded.value.table });
  if (loaded.failure.some(({ code }) => code === 'key-table-missing')) {
    return success({ file, table: emptyKeyTable });
  }
  return failure(loaded.failure.map((fault) => renderFault(fault, style)).join('\n'));
}
