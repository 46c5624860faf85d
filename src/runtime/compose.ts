import type { Logger } from 'pino';
import type { Config } from '../config/configuration';
import type { Environment } from '../config';
import type { Clock } from '../contract/clock';
import type { RecordedExchange } from '../comparison/keep/recordedExchange';
import type { Cutover } from '../cutover/cutover';
import type { Notice } from '../cutover/notices';
import { createAdminApp } from '../http/admin/adminApp';
import { type Edge, serverLimits } from '../http/server/openServer';
import { startServer } from '../http/server/startServer';
import type { Mappings } from '../mapping/compile/loadMappings';
import { failure, type Result, success } from '../contract/result';
import type { Sandbox } from '../sandbox/sandboxOptions';
import { type AdminDocuments, adminDocuments } from './admin/adminDocuments';
import { checkBy, type CheckFiles } from './admin/filesState';
import { adminPages } from './adminPort';
import type { Closers } from './closers';
import { joinWorkers, openCluster, withOneStore, type Workers } from './cluster/cluster';
import { readMappings } from './inputFiles';
import { createMappingsThread } from './reload/mappingsThread';
import { connectionLimits } from './processLimits';
import { followFiles, mappingSource } from './reload/followFiles';
import { openSecrets, type Secrets } from './reload/secrets';
import { roleOf } from './stores/member';
import { openEvidence, type OpenedEvidence } from './stores/openEvidence';
import { followLeftWrites } from './stores/leftWrites';
import { type OpenedStores, openStores } from './stores/openStores';
import { beginRecording } from './stores/keepRecording';
import { systemClock } from './systemClock';
import { openUpstreams, type UpstreamPlan, type Upstreams } from './upstreams';
import { openWorker, type Worker } from './worker';

/** Options of compose. */
export interface ComposeOptions extends UpstreamPlan {
  readonly config: Config;
  readonly logger: Logger;
  readonly environment: Environment;
  /** Number of processes that answer clients on the configured port; 1 for this process only. */
  readonly workers: number;
  /** File for the recording of v1's answers; without it nothing is recorded. */
  readonly record?: string | undefined;
  /** True to colour faults. */
  readonly colour: boolean;
  /** Returns the count of dropped log lines. */
  readonly linesLost?: (() => number) | undefined;
  /** Clock; by default that of the system. */
  readonly clock?: Clock | undefined;
  /** True to reload on SIGHUP, if the gateway owns the process. */
  readonly reloadOnHangup: boolean;
  /** Ends the process in order after an uncaught error, if the gateway owns the process. */
  readonly endProcess?: (() => void) | undefined;
  /** Receives every notice. */
  readonly heard?: ((notice: Notice) => void) | undefined;
}

/** Origins of the listening servers. */
export interface Listening {
  readonly gateway: string;
  readonly admin: string;
}

/** Parts of `lifeboat serve` before it listens. */
export interface Composed extends Pick<Worker, 'edge' | 'isMapped'> {
  readonly admin: Edge;
  readonly cutover: Cutover;
  readonly mappings: AdminDocuments['mappings'];
  /** Checks the mapping files and plays their fixtures in a thread; the failure lists every fault. */
  readonly check: CheckFiles;
  readonly sandbox: Sandbox | undefined;
  /** Opens the configured ports; with several workers, worker processes answer on the gateway's port. */
  readonly listen: () => Promise<Result<Listening, readonly string[]>>;
}

/** Parts that are opened before the workers. */
interface Parts extends ComposeOptions, Upstreams {
  readonly clock: Clock;
  readonly mappings: Mappings;
  readonly secrets: Secrets;
  readonly evidence: OpenedEvidence;
  readonly index: OpenedStores['index'];
}

/** Reads mappings and secrets, and opens upstreams, cutover and comparison. */
async function openParts(plan: ComposeOptions, closers: Closers): Promise<Result<Parts, readonly string[]>> {
  const { logger, colour, clock = systemClock } = plan;
  const placed = withOneStore(plan, closers);
  if (!placed.ok) return placed;
  const config = placed.value;
  const mappings = readMappings(config.mappings, { colour, dates: config.dates });
  if (!mappings.ok) return mappings;
  const secrets = await openSecrets(plan);
  if (!secrets.ok) return secrets;
  const upstreams = await openUpstreams(plan, closers);
  if (!upstreams.ok) return failure([upstreams.failure]);
  const hasV1 = upstreams.value.origins.v1 !== undefined;
  const { keyTable } = secrets.value;
  const stores = await openStores(config, closers);
  if (!stores.ok) return stores;
  const evidence = await openEvidence(
    {
      config,
      stores: stores.value,
      mappings: mappings.value,
      keyTable,
      hasV1,
      logger,
      colour,
      clock,
      heard: plan.heard,
      role: roleOf(plan.workers),
    },
    closers,
  );
  if (!evidence.ok) return evidence;
  const recording = { file: plan.record, recorder: evidence.value.comparison?.recorder, logger };
  const recordingStart = await beginRecording(recording, closers);
  if (!recordingStart.ok) return recordingStart;
  const read = { mappings: mappings.value, secrets: secrets.value, evidence: evidence.value };
  const { index } = stores.value;
  return success({ ...plan, ...upstreams.value, ...read, config, index, clock });
}

/** Opens the worker of this process, and prepares the worker processes. */
async function openWorkers(
  openedParts: Parts,
  documents: AdminDocuments,
  closers: Closers,
): Promise<Result<Workers, readonly string[]>> {
  const { config, origins, sandbox, mappings, secrets, evidence, index, logger, clock, linesLost } =
    openedParts;
  const { comparison, files } = evidence;
  const recorded = (exchanges: readonly RecordedExchange[]): void => comparison?.recorder.take(exchanges);
  const same = { config, origins, sandbox: sandbox && { keys: sandbox.keys }, ...secrets, logger, clock };
  const guidePage = documents.pages['/guide'];
  const { endProcess } = openedParts;
  const begin = {
    ...same,
    mappings,
    guidePage,
    index,
    linesLost,
    evidence,
    recorded,
    endProcess,
    isSilent: false,
  };
  const ownWorker = await openWorker(begin, closers);
  if (!ownWorker.ok) return ownWorker;
  const crashed = (): void =>
    ownWorker.value.reportUncaught({ kind: 'exception', name: 'Error in a worker' }, false);
  const giveUp = (): void => endProcess?.();
  const forked = {
    ...same,
    mappings: mappings.texts,
    files,
    count: openedParts.workers,
    recorded,
    crashed,
    giveUp,
  };
  const cluster = openedParts.workers === 1 ? undefined : openCluster(forked);
  const workers = joinWorkers(ownWorker.value, cluster);
  comparison?.recorder.connect(() => workers.each('recorded'));
  // The first reading starts the recording.
  if (openedParts.record !== undefined) await workers.each('recorded');
  return success(workers);
}

/**
 * Composes the whole gateway, each part after the parts that it needs; a part that cannot be opened fails the start
 * with its reasons. This process has the admin port and the sandbox, and answers clients itself or through worker
 * processes; all of them consist of the same parts and share the store.
 */
export async function compose(
  plan: ComposeOptions,
  closers: Closers,
): Promise<Result<Composed, readonly string[]>> {
  const opened = await openParts(plan, closers);
  if (!opened.ok) return opened;
  const openedParts = opened.value;
  const { config, mappings, sandbox, logger, clock } = openedParts;
  const thread = createMappingsThread(clock);
  closers.add(thread.close);
  const check = checkBy(() => thread.read(mappingSource(config), ''));
  const documents = adminDocuments(config.mappings, mappings, thread);
  const workers = await openWorkers(openedParts, documents, closers);
  if (!workers.ok) return workers;
  const { own: worker, cluster } = workers.value;
  const { readBack, journal: ownJournal } = worker;
  const { cutover } = openedParts.evidence;
  await followLeftWrites({ config, own: ownJournal, cutover, readBack, logger, clock }, closers);
  let isReady = cluster === undefined;
  const end = (): void => void (isReady = false);
  const hash = followFiles({ ...openedParts, workers: workers.value, documents, thread }, closers);
  const admin = createAdminApp({
    ...adminPages({
      ...{ config, documents, sandbox, check, thread, clock, logger },
      evidence: openedParts.evidence,
      workers: workers.value,
    }),
    mappings: hash,
    isReady: () => isReady && (cluster === undefined || cluster.serving() > 0),
  });
  const serve = async (): Promise<Result<string, readonly string[]>> => {
    if (cluster !== undefined) {
      closers.add(cluster.close);
      return cluster.start();
    }
    const server = await worker.listen();
    if (!server.ok) return server;
    closers.add(() => server.value.close(config.deadlines.shutdown));
    return success(server.value.origin);
  };
  closers.add(end);
  return success({
    ...{ edge: worker.edge, isMapped: worker.isMapped, admin },
    ...{ sandbox, cutover: openedParts.evidence.cutover, mappings: documents.mappings, check },
    listen: async () => {
      isReady = false;
      const limits = { ...serverLimits, connections: connectionLimits().clients };
      const adminServer = await startServer({ edge: admin, ...config.admin, tls: undefined, limits, clock });
      if (!adminServer.ok) return failure([`--admin-port, admin: ${adminServer.failure.message}`]);
      closers.add(() => adminServer.value.close(0));
      const serving = await serve();
      if (!serving.ok) return serving;
      isReady = true;
      closers.add(end);
      const listening = { gateway: serving.value, admin: adminServer.value.origin };
      logger.info({ ...listening, ...openedParts.origins, workers: plan.workers, mappings: hash() }, 'ready');
      return success(listening);
    },
  });
}
