import type { Environment } from '../config';
import type { Config } from '../config/configuration';
import type { Clock } from '../contract/clock';
import { failure, type Result, success } from '../contract/result';
import { createAdminApp } from '../http/admin/adminApp';
import { startServer } from '../http/server/startServer';
import { adminPages } from './adminPort';
import type { Closers } from './closers';
import type { Figure, ProcessFigures } from './cluster/workerMessages';
import { createWorkerPool, type WorkerPool } from './cluster/workerPool';
import { readMappings } from './inputFiles';
import { ownServerLimits } from './processLimits';
import { followFiles, mappingSource } from './reload/followFiles';
import { openSecrets } from './reload/secrets';
import { followLeftWrites } from './stores/leftWrites';
import { roleOf } from './stores/member';
import { shareOneStore } from './stores/openStores';
import { systemClock } from './systemClock';
import { openUpstreams, type UpstreamPlan } from './upstreams';
import { openWorker, type Worker, type WorkerOptions } from './worker';

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
export type Composed = Extract<Awaited<ReturnType<typeof compose>>, { ok: true }>['value'];

async function openParts(plan: ComposeOptions, closers: Closers) {
  const placed = shareOneStore(plan, closers);
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

/** Creates the pool of workers; none runs yet. Returns undefined if this process itself answers clients. */
function createPool(options: WorkerOptions, worker: Worker, count: number): WorkerPool | undefined {
  if (count === 1) return undefined;
  const { config, origins, sandbox, mappings, keyTable, tls, logger, clock, endProcess } = options;
  const plan = {
    config,
    origins,
    sandbox: sandbox && { keys: sandbox.keys },
    files: worker.evidence.files,
    mappings: mappings.texts,
    keyTable,
    tls,
  };
  return createWorkerPool({
    plan,
    count,
    logger,
    clock,
    crashed: () => worker.reportUncaught({ kind: 'exception', name: 'Error in a worker' }, false),
    giveUp: () => endProcess?.(),
  });
}

/**
 * Composes the whole gateway, each part after the parts that it needs. A part that cannot be opened fails the start
 * with its reasons. This process has the admin port and the sandbox, and answers clients itself or through worker
 * processes; all of them consist of the same parts and share the store.
 */
export async function compose(plan: ComposeOptions, closers: Closers) {
  const opened = await openParts(plan, closers);
  if (!opened.ok) return opened;
  const startParts = opened.value;
  const { config, sandbox, logger, clock } = startParts;
  const openedWorker = await openWorker(startParts, closers);
  if (!openedWorker.ok) return openedWorker;
  const worker = openedWorker.value;
  const { edge, isMapped, evidence, documents, thread, journal, readBack } = worker;
  const { cutover } = evidence;
  const pool = createPool(startParts, worker, plan.workers);
  /** Asks each process, including this one. Leaves out a worker that does not answer in time. */
  const each = async <Name extends keyof ProcessFigures>(figure: Name): Promise<Figure<Name>[]> => {
    const ownFigure = (await worker.figures[figure]()) as Figure<Name>;
    return [ownFigure, ...((await pool?.each(figure)) ?? [])];
  };
  await followLeftWrites({ ...startParts, own: journal, cutover, readBack }, closers);
  const hash = await followFiles({ ...startParts, worker, pool }, closers);
  /** Checks the mapping files and plays their fixtures in a thread. The failure lists every fault. */
  const check = () => thread.check(mappingSource(config));
  let isReady = pool === undefined;
  const endReadiness = (): void => void (isReady = false);
  const admin = createAdminApp({
    ...adminPages({ ...startParts, ...worker, check, each }),
    mappings: hash,
    isReady: () => isReady && (pool === undefined || pool.serving() > 0),
  });
  closers.add(endReadiness);
  /** Opens the configured ports; with several workers, worker processes answer on the gateway's port. */
  const listen = async (): Promise<Result<Listening, readonly string[]>> => {
    isReady = false;
    const limits = ownServerLimits();
    const adminServer = await startServer({ edge: admin, ...config.admin, tls: undefined, limits, clock });
    if (!adminServer.ok) return failure([`--admin-port, admin: ${adminServer.failure.message}`]);
    closers.add(() => adminServer.value.close(0));
    if (pool !== undefined) closers.add(pool.close);
    const serving = await (pool?.start() ?? worker.listen());
    if (!serving.ok) return serving;
    isReady = true;
    closers.add(endReadiness);
    const listening = { gateway: serving.value, admin: adminServer.value.origin };
    logger.info({ ...listening, ...startParts.origins, workers: plan.workers, mappings: hash() }, 'ready');
    return success(listening);
  };
  return success({
    edge,
    isMapped,
    admin,
    sandbox,
    cutover,
    mappings: documents.mappings,
    check,
    listen,
  });
}
