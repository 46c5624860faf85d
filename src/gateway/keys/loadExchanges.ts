import type { Fault } from '../../document/fault';
import type { Result } from '../../translation/result';
import type { Exchange } from './exchangeKeys';
import { loadKeyTable } from './loadKeyTable';
import { readExchanges } from './readExchanges';

/** The entries of an exchange table, ready for use; `environment` holds the v2 keys that the table only names. */
export async function loadExchanges(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Result<readonly Exchange[], readonly Fault[]>> {
  const parsed = await loadKeyTable(file);
  return parsed.ok ? readExchanges(parsed.value, environment) : parsed;
}
