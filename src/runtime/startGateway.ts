import type { Logger } from 'pino';
import type { Config } from '../config/configuration';
import type { Sandbox } from '../sandbox/sandboxOptions';
import { failure, type Result, success } from '../mapping/result';
import type { Closers } from './closers';
import { composeEdge, type EdgeParts } from './composeEdge';
import { type AdminOptions, createAdminApp, jsonPage } from '../http/admin/adminApp';
import { type Edge, serverLimits, type Tls } from '../http/server/openServer';
import { type RunningServer, startServer } from '../http/server/startServer';
import { connectionLimits } from './processLimits';
import { systemClock as clock, systemClock } from './systemClock';
import type { Environment } from '../config';
import type { Clock } from '../gateway/clock';
import type { LiveKeys } from '../gateway/keys/clientKeys';
import { createTailPages } from '../http/observability/requestTail';
import { adminDocuments } from './adminDocuments';
import { createDriftLog } from './notifiers';
import { cutoverControl, observerPages } from './adminPort';
import { keysOf, openSecrets, type Secrets } from './secrets';
import { readMappings } from './inputFiles';
import { beginRecording } from './stores/keepRecording';
import { followFolders, mappingFolders } from './reload/followFolders';
import { followSecrets } from './reload/followSecrets';
import { openReload, type ReloadSource } from './reload/reload';
import { openComparison } from './stores/openComparison';
import { type OpenedEvidence, openEvidence } from './stores/openEvidence';
import { indexActions, indexPages, openIndex, warming, warmProgress } from './stores/openIndex';

/** Where calls go. */
export interface Upstreams {
  readonly origins: EdgeParts['origins'];
  readonly sandbox: Sandbox | undefined;
}

/** What an embedded marketplace is started with. */
interface UpstreamPlan {
  readonly config: Pick<Config, 'upstream' | 'sunset'>;
  readonly sandboxPort: number;
  readonly liveShapes: boolean;
}

/** The configured origins, or those of the embedded marketplace, which is started. */
export async function openUpstreams(
  { config, sandboxPort, liveShapes }: UpstreamPlan,
  closers: Closers,
): Promise<Result<Upstreams, string>> {
  const { upstream } = config;
  if (upstream.kind === 'service') return success({ origins: upstream, sandbox: undefined });
  // Only here: a gateway in earnest need not load it.
  const { openSandbox } = await import('./openSandbox.js');
  const sandbox = await openSandbox(sandboxPort, { liveShapes, v1Sunset: config.sunset });
  if (!sandbox.ok) return sandbox;
  const { origin, close } = sandbox.value;
  closers.add(close);
  return success({ origins: { v2: origin, v1: origin }, sandbox: sandbox.value });
}

/** The origins under which the two servers can be reached. */
interface Servers {
  readonly gateway: string;
  readonly admin: string;
}

/** Servers that listen. */
interface RunningServers {
  readonly origins: Servers;
  readonly useTls: RunningServer['useTls'];
}

/** What the servers serve. */
interface Edges {
  readonly edge: Edge;
  readonly admin: Omit<AdminOptions, 'isReady'>;
}

/** Starts the admin port and then the gateway; a shutdown first says so on the admin port, which is the last to end. */
async function startServers(
  { edge, admin: pages }: Edges,
  tls: Tls | undefined,
  config: Config,
  closers: Closers,
): Promise<Result<RunningServers, string>> {
  const { listen, admin, deadlines } = config;
  let ready = false;
  const adminApp = createAdminApp({ ...pages, isReady: () => ready });
  const limits = { ...serverLimits, connections: connectionLimits().clients };
  const adminServer = await startServer({ edge: adminApp, ...admin, tls: undefined, limits, clock });
  if (!adminServer.ok) return failure(`--admin-port, admin: ${adminServer.failure.message}`);
  closers.add(() => adminServer.value.close(0));

  const { host, port } = listen;
  const gateway = await startServer({ edge, host, port, tls, limits, clock });
  if (!gateway.ok) return failure(`--port, listen: ${gateway.failure.message}`);
  closers.add(() => {
    ready = false;
    return gateway.value.close(deadlines.shutdown);
  });
  ready = true;
  const origins = { gateway: gateway.value.origin, admin: adminServer.value.origin };
  return success({ origins, useTls: gateway.value.useTls });
}

/** What to start. */
export interface StartPlan {
  readonly config: Config;
  readonly sandboxPort: number;
  readonly liveShapes: boolean;
  readonly logger: Logger;
  readonly environment: Environment;
  /** Recording to add what v1 answers to; absent: nothing is recorded. */
  readonly record?: string | undefined;
  /** True when faults may be coloured. */
  readonly colour: boolean;
  /** Lines of the log that were left out. */
  readonly linesLost?: () => number;
  /** The machine's unless given. */
  readonly clock?: Clock;
}

/** What has been started. */
export interface Started extends Servers {
  readonly sandbox: Sandbox | undefined;
}

/** Exchanges the keys of clients, and what they are called. */
const tableUse =
  ({ use }: Pick<LiveKeys, 'use'>, { nameCallers }: Pick<OpenedEvidence<unknown>, 'nameCallers'>) =>
  (table: Secrets['keyTable']): void => {
    nameCallers(table);
    use(table);
  };

/** Opens everything, each thing before what needs it; whatever cannot be opened ends the start with its reasons. */
export async function start(plan: StartPlan, closers: Closers): Promise<Result<Started, readonly string[]>> {
  const { config, logger, colour, linesLost, clock = systemClock } = plan;
  const mappings = readMappings(config.mappings, { colour });
  if (!mappings.ok) return mappings;
  const read = await openSecrets(plan);
  if (!read.ok) return read;
  const secrets = read.value;

  const opened = await openUpstreams(plan, closers);
  if (!opened.ok) return failure([opened.failure]);
  const { origins, sandbox } = opened.value;

  const keys = keysOf(secrets.keyTable, { settings: config.keys, sandbox });
  const index = await openIndex(config, closers);
  if (!index.ok) return failure([index.failure]);

  const gathers = { config, mappings: mappings.value, logger, colour, clock };
  const its = { ...gathers, keyTable: secrets.keyTable, hasV1: origins.v1 !== undefined };
  const evidence = await openEvidence(its, openComparison, closers);
  if (!evidence.ok) return evidence;
  const { cutover, comparison, adopt } = evidence.value;
  const recording = { file: plan.record, recorder: comparison?.recorder, logger };
  const begun = await beginRecording(recording, closers);
  if (!begun.ok) return begun;

  const folder = config.mappings;
  const documents = adminDocuments(folder, mappings.value);
  const guidePage = documents.pages['/guide'];
  const makings = { config, mappings: mappings.value, keys, indexStore: index.value, logger, clock };
  const { alarms } = cutover;
  const drifted = createDriftLog({ logger, notify: evidence.value.notify, now: clock.now });
  const parts = { ...makings, origins, cutover, alarms, drifted, comparison, linesLost, guidePage };
  const { edge, use: exchange, drift, metrics, unlisted, indexes, tail } = composeEdge(parts, closers);
  const use: ReloadSource['use'] = ({ mappings: next, fixtures }) => {
    exchange(next);
    adopt(next).catch((error: unknown) => logger.error({ err: error }, 'new evidence could not be begun'));
    documents.use(next, fixtures);
  };
  const { hash, reload } = openReload({ folder, hash: mappings.value.hash, use, logger, alarms });
  const pages = {
    '/drift': () => jsonPage(drift()),
    '/unlisted': () => jsonPage(unlisted()),
    ...observerPages({ config, cutover, comparison, clock }, async () => [await metrics.values()]),
    ...documents.pages,
    ...indexPages(indexes, cutover.callerName),
  };
  const admin = {
    mappings: hash,
    pages,
    ...{
      actions: indexActions(indexes, cutover.callerName),
      tail: createTailPages(tail, cutover.callerName),
    },
    warming: warmProgress({ config, indexes }),
    ...evidence.value.pages,
    ...cutoverControl(cutover, config, clock),
  };
  documents.prepare();
  const servers = await startServers({ edge, admin }, secrets.tls, config, closers);
  if (!servers.ok) return failure([servers.failure]);
  followFolders({ folders: mappingFolders(folder), logger, reload, clock }, closers);
  const { origins: listening, useTls } = servers.value;
  const useKeyTable = warming({ config, indexes, logger }, tableUse(keys, evidence.value));
  followSecrets({ ...plan, secrets, useKeyTable, useTls, alarms }, closers);

  logger.info({ ...listening, v2: origins.v2, v1: origins.v1, mappings: hash() }, 'ready');
  return success({ ...listening, sandbox });
}
