import type { Fault } from '../../document/fault';
import { type Result, success } from '../../translation/result';
import { exchangeKeys } from './exchangeKeys';
import type { Keys } from './keys';
import { loadKeyTable } from './loadKeyTable';
import { readExchanges } from './readExchanges';

/** The keys of an exchange table, ready for use; `environment` holds the v2 keys that the table only names. */
export async function loadKeys(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Result<Keys, readonly Fault[]>> {
  const parsed = await loadKeyTable(file);
  if (!parsed.ok) return parsed;
  const exchanges = readExchanges(parsed.value, environment);
  return exchanges.ok ? success(exchangeKeys(exchanges.value)) : exchanges;
}
