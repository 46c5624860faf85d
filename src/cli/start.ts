import type { Logger } from 'pino';
import type { Environment } from '../config';
import type { Config } from '../config/config';
import type { IndexStore } from '../gateway/lookup/indexStore';
import type { Sandbox } from '../sandbox/sandbox';
import { failure, type Result, success } from '../translation/result';
import type { Closers } from './closers';
import { composeEdge } from './composeEdge';
import { openKeys } from './openKeys';
import { readMappings } from './readMappings';
import { readTls } from './readTls';
import { followMappings } from './reload/followMappings';
import { openReload } from './reload/openReload';
import { type Servers, startServers } from './startServers';
import { systemClock as clock } from './systemClock';

/** What to start. */
export interface StartPlan {
  readonly config: Config;
  readonly sandboxPort: number;
  readonly liveShapes: boolean;
  readonly logger: Logger;
  readonly environment: Environment;
  /** True when faults may be coloured. */
  readonly colour: boolean;
}

/** What has been started. */
export interface Started extends Servers {
  readonly sandbox: Sandbox | undefined;
}

async function marketplace(plan: StartPlan): Promise<Result<Sandbox | undefined, string>> {
  const { config, sandboxPort, liveShapes } = plan;
  if (config.upstream.kind === 'service') return success(undefined);
  // Only here: a gateway in earnest need not load it.
  const { openSandbox } = await import('./openSandbox.js');
  return openSandbox(sandboxPort, liveShapes);
}

async function indexStore(
  { store }: Config,
  closers: Closers,
): Promise<Result<IndexStore | undefined, string>> {
  if (store.kind === 'memory') return success(undefined);
  const { openIndexStore } = await import('./openIndexStore.js');
  return openIndexStore(store.file, closers);
}

/** Opens everything, each thing before what needs it; whatever cannot be opened ends the start with its reasons. */
export async function start(plan: StartPlan, closers: Closers): Promise<Result<Started, readonly string[]>> {
  const { config, environment, logger, colour } = plan;
  const mappings = readMappings(config.mappings, { colour });
  if (!mappings.ok) return mappings;
  const tls = readTls(config.listen.tls);
  if (!tls.ok) return failure([tls.failure]);

  const sandbox = await marketplace(plan);
  if (!sandbox.ok) return failure([sandbox.failure]);
  if (sandbox.value !== undefined) closers.add(sandbox.value.close);

  const keys = await openKeys({ settings: config.keys, environment, sandbox: sandbox.value, colour });
  if (!keys.ok) return keys;

  const index = await indexStore(config, closers);
  if (!index.ok) return failure([index.failure]);

  const origins = originsOf(config, sandbox.value);
  const makings = { config, mappings: mappings.value, keys: keys.value, indexStore: index.value, logger };
  const { edge, use, drift } = composeEdge({ ...makings, origins }, closers);
  const folder = config.mappings;
  const { hash, reload } = openReload({ folder, hash: mappings.value.hash, use, logger });
  const admin = { mappings: hash, pages: { '/drift': drift } };
  const servers = await startServers({ edge, admin }, tls.value, config, closers);
  if (!servers.ok) return failure([servers.failure]);
  followMappings({ folder, clock, logger, reload }, closers);

  logger.info({ ...servers.value, upstream: origins, mappings: hash() }, 'ready');
  return success({ ...servers.value, sandbox: sandbox.value });
}

function originsOf({ upstream }: Config, sandbox: Sandbox | undefined) {
  if (upstream.kind === 'service') return { v2: upstream.v2, v1: upstream.v1 };
  const origin = sandbox?.origin ?? '';
  return { v2: origin, v1: origin };
}
