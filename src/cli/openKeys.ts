import type { Environment } from '../config';
import type { Config } from '../config/config';
import type { NamesByCaller } from '../cutover/callerNames';
import { renderFault } from '../document/renderFault';
import { createClientKeys, type LiveKeys } from '../gateway/keys/createClientKeys';
import { digestKey } from '../gateway/keys/digestKey';
import { type Exchange, namesIn } from '../gateway/keys/exchangeKeys';
import { loadKeyTable } from '../gateway/keys/loadKeyTable';
import { loadExchanges } from '../gateway/keys/loadExchanges';
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

/** Reads the table as configured, or says what is wrong with it; without one nothing is exchanged. */
export async function readTable({
  settings,
  environment,
  colour,
}: Omit<KeysParts, 'sandbox'>): Promise<Result<readonly Exchange[], readonly string[]>> {
  if (settings.kind === 'passOn') return success([]);
  const loaded = await loadExchanges(settings.file, environment);
  return loaded.ok ? loaded : failure(loaded.failure.map((fault) => renderFault(fault, { colour })));
}

/** What the configured table calls its callers; nothing where it cannot be read: whoever needs its keys says why. */
export async function readKeyNames(settings: Config['keys']): Promise<NamesByCaller> {
  const loaded = settings.kind === 'passOn' ? undefined : await loadKeyTable(settings.file);
  if (loaded?.ok !== true) return new Map();
  const table = loaded.value.table.keys.map(({ name, v1, v2 }) => ({
    ...{ name, v1: Buffer.from(v1, 'hex') },
    v2: v2.flatMap((source) => ('value' in source ? [source.value] : [])),
  }));
  return namesIn(table);
}

/** The keys of a table, and beside them those of a sandbox, which are printed to be tried. */
export function keysOf(
  table: readonly Exchange[],
  { settings, sandbox }: Pick<KeysParts, 'settings' | 'sandbox'>,
): LiveKeys {
  const printed: Exchange[] =
    sandbox === undefined ? [] : [{ v1: digestKey(sandbox.keys.v1), v2: [sandbox.keys.v2] }];
  const strangers = settings.kind === 'passOn';
  const v2Paths = settings.kind === 'passOn' ? 'exchange' : settings.v2Paths;
  const keys = createClientKeys([...table, ...printed], { strangers, v2Paths });
  return { ...keys, use: (next) => keys.use([...next, ...printed]) };
}

/** The keys as configured. */
export async function openKeys(parts: KeysParts): Promise<Result<LiveKeys, readonly string[]>> {
  const table = await readTable(parts);
  return table.ok ? success(keysOf(table.value, parts)) : table;
}
