import { createSecureContext } from 'node:tls';
import type { Environment } from '../../config';
import type { Config } from '../../config/configuration';
import type { NamesByCaller } from '../../cutover/callerNames';
import { renderFault } from '../../mapping/yaml/fileFault';
import {
  createClientKeys,
  digestKey,
  type KeyExchange,
  type LiveKeys,
  namesByFingerprint,
} from '../../gateway/keys/clientKeys';
import { loadExchanges, loadKeyTable } from '../../gateway/keys/keyTable';
import type { Sandbox } from '../../sandbox/sandboxOptions';
import { failure, type Result, success } from '../../contract/result';
import type { Tls } from '../../http/server/openServer';
import { readBytes, reasonOf } from '../files';
import { listKeys } from '../../gateway/keys/editKeyTable';
import type { EvidenceFigures } from '../../shadow/comparisonMetrics';

interface KeysParts {
  readonly settings: Config['keys'];
  /** Environment that holds the v2 keys which a table only names. */
  readonly environment: Environment;
  readonly sandbox: Pick<Sandbox, 'keys'> | undefined;
  readonly colour: boolean;
}

/** Reads the configured exchange table, or returns its faults. The result is empty without one. */
export async function readTable({
  settings,
  environment,
  colour,
}: Omit<KeysParts, 'sandbox'>): Promise<Result<readonly KeyExchange[], readonly string[]>> {
  if (settings.kind === 'passOn') return success([]);
  const loaded = await loadExchanges(settings.file, environment);
  return loaded.ok ? loaded : failure(loaded.failure.map((fault) => renderFault(fault, { colour })));
}

/** Reads the caller names of the configured table. Reads none if the table has a fault, which readTable reports. */
export async function readKeyNames(settings: Config['keys']): Promise<NamesByCaller> {
  const loaded = settings.kind === 'passOn' ? undefined : await loadKeyTable(settings.file);
  if (loaded?.ok !== true) return new Map();
  const table = loaded.value.table.keys.map(({ name, v1, v2 }) => ({
    name,
    v1: Buffer.from(v1, 'hex'),
    v2: v2.flatMap((source) => ('value' in source ? [source.value] : [])),
  }));
  return namesByFingerprint(table);
}

/** Creates the keys of a table plus those of a sandbox, which are printed for trying it. */
export function keysOf(
  table: readonly KeyExchange[],
  { settings, sandbox }: Pick<KeysParts, 'settings' | 'sandbox'>,
): LiveKeys {
  const printedKeys: KeyExchange[] =
    sandbox === undefined ? [] : [{ v1: digestKey(sandbox.keys.v1), v2: [sandbox.keys.v2] }];
  const strangers = settings.kind === 'passOn';
  const v2Paths = settings.kind === 'passOn' ? 'exchange' : settings.v2Paths;
  const keys = createClientKeys([...table, ...printedKeys], { strangers, v2Paths });
  return { ...keys, replaceTable: (next) => keys.replaceTable([...next, ...printedKeys]) };
}

export async function openKeys(keysParts: KeysParts): Promise<Result<LiveKeys, readonly string[]>> {
  const table = await readTable(keysParts);
  return table.ok ? success(keysOf(table.value, keysParts)) : table;
}

/** Reads certificate and key as PEM texts that belong together. */
export function readTls(tls: Readonly<Record<'cert' | 'key', string>>): Result<Tls, readonly string[]> {
  const unusableFault = (reason: string) =>
    failure([`listen.tls (${tls.cert}, ${tls.key}) cannot be used: ${reason}`]);
  const [cert, key] = [readBytes(tls.cert), readBytes(tls.key)];
  if (!cert.ok) return unusableFault(cert.failure);
  if (!key.ok) return unusableFault(key.failure);
  const texts = { cert: cert.value.toString(), key: key.value.toString() };
  try {
    createSecureContext(texts);
    return success(texts);
  } catch (error) {
    return unusableFault(reasonOf(error));
  }
}

export interface SecretSources {
  readonly config: Config;
  /** Environment that holds the v2 keys which a table only names. */
  readonly environment: Environment;
  readonly colour: boolean;
}

/** Secrets from files that may change while the gateway runs. */
export interface Secrets {
  /** The exchange table. It is empty without one. */
  readonly keyTable: readonly KeyExchange[];
  /** Certificate and key. It is undefined when TLS is off. */
  readonly tls: Tls | undefined;
}

/** Reads exchange table and certificate, or returns their faults. */
export async function openSecrets({
  config,
  environment,
  colour,
}: SecretSources): Promise<Result<Secrets, readonly string[]>> {
  const { tls: files } = config.listen;
  const tls = files.kind === 'off' ? success(undefined) : readTls(files);
  if (!tls.ok) return tls;
  const keyTable = await readTable({ settings: config.keys, environment, colour });
  return keyTable.ok ? success({ keyTable: keyTable.value, tls: tls.value }) : keyTable;
}

/** Lists the keys of the exchange table with their age. Lists none if there is no readable table. */
export async function keyAges(keys: Config['keys'], now: number): ReturnType<EvidenceFigures['keyAges']> {
  const loaded = keys.kind === 'passOn' ? undefined : await loadKeyTable(keys.file);
  return loaded?.ok === true ? listKeys(loaded.value.table, now) : [];
}
