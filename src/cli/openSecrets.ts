import type { Environment } from '../config';
import type { Config } from '../config/config';
import type { Exchange } from '../gateway/keys/exchangeKeys';
import type { Tls } from '../http/openServer';
import { failure, type Result, success } from '../translation/result';
import { readTable } from './openKeys';
import { readTls } from './readTls';

/** Where secrets are read from. */
export interface SecretSources {
  readonly config: Config;
  /** Holds the v2 keys that a table names but does not hold. */
  readonly environment: Environment;
  readonly colour: boolean;
}

/** What is read from files that may change while the gateway runs. */
export interface Secrets {
  /** The exchange table; empty without one. */
  readonly keyTable: readonly Exchange[];
  /** Certificate and key; undefined when TLS is off. */
  readonly tls: Tls | undefined;
}

/** Reads exchange table and certificate, or says what is wrong with them. */
export async function openSecrets({
  config,
  environment,
  colour,
}: SecretSources): Promise<Result<Secrets, readonly string[]>> {
  const { tls: files } = config.listen;
  const tls = files.kind === 'off' ? success(undefined) : readTls(files);
  if (!tls.ok) return failure([tls.failure]);
  const keyTable = await readTable({ settings: config.keys, environment, colour });
  return keyTable.ok ? success({ keyTable: keyTable.value, tls: tls.value }) : keyTable;
}
