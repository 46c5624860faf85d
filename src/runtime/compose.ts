import type { Environment } from '../config';
import type { Config } from '../config/configuration';
import type { Clock } from '../contract/clock';
import { failure, type Result, success } from '../contract/result';
import type { Cutover } from '../cutover/cutover';
import { createAdminApp } from '../http/admin/adminApp';
import { type Edge, serverLimits } from '../http/server/openServer';
import { startServer } from '../http/server/startServer';
import type { Sandbox } from '../sandbox/sandboxOptions';
import type { AdminDocuments } from './admin/adminDocuments';
import { checkBy, type CheckFiles } from './admin/filesState';
import { adminPages } from './adminPort';
import type { Closers } from './closers';
import { joinWorkers, type Workers } from './cluster/cluster';
import { createWorkerPool } from './cluster/workerPool';
import { readMappings } from './inputFiles';
import { connectionLimits } from './processLimits';
import { followFiles, mappingSource } from './reload/followFiles';
import { openSecrets } from './reload/secrets';
import { followLeftWrites } from './stores/leftWrites';
import { roleOf } from './stores/member';
import { withOneStore } from './stores/openStores';
import { systemClock } from './systemClock';
import { openUpstreams, type UpstreamPlan } from './upstreams';
import { openWorker, type Worker, type WorkerOptions } from './worker';

/** Options of compose. */
export interface ComposeOptions
  extends UpstreamPlan, Pick<WorkerOptions, 'config' | 'logger' | 'colour' | 'heard' | 'endProcess'> {
  readonly config: Config;
  readonly environment: Environment;
  /** Number of processes that answer clients on the configured port; 1 for this process only. */
  readonly workers: number;
  readonly linesLost?: (() => number) | undefined;
  /** Clock; by default that of the system. */
  readonly clock?: Clock | undefined;
  /** True to reload on SIGHUP, if the gateway owns the process. */
  readonly reloadOnHangup: boolean;
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

async function openParts(plan: ComposeOptions, closers: Closers) {
  const placed = withOneStore(plan, closers);
  if (!placed.ok) return placed;
  const config = placed.value;
  const mappings = readMappings(config.mappings, { colour: plan.colour, dates: config.dates });
  if (!mappings.ok) return mappings;
  const secrets = await openSecrets(plan);
  if (!secrets.ok) return secrets;
  const upstreams = await openUpstreams(plan, closers);
  if (!upstreams.ok) return failure([upstreams.failure]);
  const { clock = systemClock, workers, linesLost } = plan;
  const read = { config, mappings: mappings.value, ...secrets.value, ...upstreams.value };
  return success({ ...plan, ...read, clock, linesLost, role: roleOf(workers) });
}

/** Joins the worker of this process with the worker processes, of which none runs yet. */
function openWorkers(options: WorkerOptions, own: Worker, count: number): Workers {
  if (count === 1) return joinWorkers(own, undefined);
  const { config, origins, sandbox, mappings, keyTable, tls, logger, clock, endProcess } = options;
  const { files } = own.evidence;
  const printed = sandbox && { keys: sandbox.keys };
  const plan = { config, origins, sandbox: printed, files, mappings: mappings.texts, keyTable, tls };
  const pool = createWorkerPool({
    ...{ plan, count, logger, clock },
    crashed: () => own.reportUncaught({ kind: 'exception', name: 'Error in a worker' }, false),
    giveUp: () => endProcess?.(),
  });
  return joinWorkers(own, pool);
}

const followLeft = ({ evidence, journal, readBack }: Worker, parts: WorkerOptions, closers: Closers) =>
  followLeftWrites({ ...parts, own: journal, cutover: evidence.cutover, readBack }, closers);

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
  const parts = opened.value;
  const { config, sandbox, keyTable, tls, logger, clock } = parts;
  const openedWorker = await openWorker(parts, closers);
  if (!openedWorker.ok) return openedWorker;
  const worker = openedWorker.value;
  const { edge, isMapped, evidence, documents, thread } = worker;
  const workers = openWorkers(parts, worker, plan.workers);
  const { cluster } = workers;
  evidence.comparison?.recorder.connect(() => workers.each('recorded'));
  await followLeft(worker, parts, closers);
  const hash = followFiles({ ...parts, secrets: { keyTable, tls }, workers }, closers);
  const check = checkBy(() => thread.read(mappingSource(config), ''));
  let isReady = cluster === undefined;
  const end = (): void => void (isReady = false);
  const admin = createAdminApp({
    ...adminPages({ config, documents, sandbox, check, thread, clock, logger, evidence, workers }),
    mappings: hash,
    isReady: () => isReady && (cluster === undefined || cluster.serving() > 0),
  });
  closers.add(end);
  const listen = async (): Promise<Result<Listening, readonly string[]>> => {
    isReady = false;
    const limits = { ...serverLimits, connections: connectionLimits().clients };
    const adminServer = await startServer({ edge: admin, ...config.admin, tls: undefined, limits, clock });
    if (!adminServer.ok) return failure([`--admin-port, admin: ${adminServer.failure.message}`]);
    closers.add(() => adminServer.value.close(0));
    const serving = await serve(workers, config.deadlines.shutdown, closers);
    if (!serving.ok) return serving;
    isReady = true;
    closers.add(end);
    const listening = { gateway: serving.value, admin: adminServer.value.origin };
    logger.info({ ...listening, ...parts.origins, workers: plan.workers, mappings: hash() }, 'ready');
    return success(listening);
  };
  const { cutover } = evidence;
  return success({ edge, isMapped, admin, sandbox, cutover, mappings: documents.mappings, check, listen });
}

/** Listens on the gateway's port, in this process or in its workers; returns the origin. */
async function serve(
  { own, cluster }: Workers,
  graceMs: number,
  closers: Closers,
): Promise<Result<string, readonly string[]>> {
  if (cluster !== undefined) {
    closers.add(cluster.close);
    return cluster.start();
  }
  const server = await own.listen();
  if (!server.ok) return server;
  closers.add(() => server.value.close(graceMs));
  return success(server.value.origin);
}
