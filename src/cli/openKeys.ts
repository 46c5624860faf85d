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

/** The keys of a sandbox, which are printed to be tried: v2 is shown its own, whichever of them is used. */
function printedKeys({ v1, v2 }: Sandbox['keys']): Keys {
  return exchangeKeys([v1, v2].map((key) => ({ v1: digestKey(key), v2: [v2] })));
}

/** The keys as configured, and beside them those of a sandbox. */
export async function openKeys(parts: KeysParts): Promise<Result<Keys, readonly string[]>> {
  const { settings, environment, sandbox, colour } = parts;
  const table = settings.kind === 'passOn' ? success(passKeysOn) : await loadKeys(settings.file, environment);
  if (!table.ok) return failure(table.failure.map((fault) => renderFault(fault, { colour })));
  if (sandbox === undefined) return table;
  const printed = printedKeys(sandbox.keys);
  return success({
    identify: (authorization) => printed.identify(authorization) ?? table.value.identify(authorization),
  });
}
