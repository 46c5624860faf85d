import type { Environment } from '../config';
import type { Config } from '../config/config';
import { renderFault } from '../document/renderFault';
import { digestKey } from '../gateway/keys/digestKey';
import { exchangeKeys } from '../gateway/keys/exchangeKeys';
import type { Keys } from '../gateway/keys/keys';
import { loadKeys } from '../gateway/keys/loadKeys';
import { passKeysOn } from '../gateway/keys/passKeysOn';
import type { Sandbox } from '../sandbox/sandbox';
import { failure, type Result, success } from '../translation/result';

/** What the keys are made of. */
export interface KeysParts {
  readonly settings: Config['keys'];
  /** Holds the v2 keys that a table names but does not hold. */
  readonly environment: Environment;
  readonly sandbox: Pick<Sandbox, 'keys'> | undefined;
  readonly colour: boolean;
}

/** The keys as configured; a sandbox's own key works beside an exchange table, as it is printed to be tried. */
export async function openKeys(parts: KeysParts): Promise<Result<Keys, readonly string[]>> {
  const { settings, environment, sandbox, colour } = parts;
  if (settings.kind === 'passOn') return success(passKeysOn);
  const table = await loadKeys(settings.file, environment);
  if (!table.ok) return failure(table.failure.map((fault) => renderFault(fault, { colour })));
  if (sandbox === undefined) return table;
  const { v2 } = sandbox.keys;
  const printed = exchangeKeys([{ v1: digestKey(v2), v2: [v2] }]);
  return success({
    identify: (authorization) => table.value.identify(authorization) ?? printed.identify(authorization),
  });
}
