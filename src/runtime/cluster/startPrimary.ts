import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { mergeDrift } from '../../drift/driftReport';
import { type AdminOptions, createAdminApp, jsonPage } from '../../http/admin/adminApp';
import type { CallerName } from '../../cutover/callerNames';
import { createTail, createTailPages } from '../../http/observability/requestTail';
import { mergeUnlisted } from '../../http/unlistedRequests';
import { systemClock as clock } from '../systemClock';
import { createWorkerPool, forkWorker, type WorkerPool } from './workerPool';
import type { Config } from '../../config/configuration';
import { type Closers, createClosers } from '../closers';
import { serverLimits as limits } from '../../http/server/openServer';
import { startServer } from '../../http/server/startServer';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { failure, type Result, success } from '../../mapping/result';
import { adminDocuments } from '../adminDocuments';
import { createDriftLog } from '../notifiers';
import { cutoverControl, observerPages } from '../adminPort';
import { type OpenedEvidence, openEvidence } from '../stores/openEvidence';
import { indexActions, indexPages, openIndex, warming, warmProgress } from '../stores/openIndex';
import { openSecrets, type Secrets } from '../secrets';
import { openUpstreams, type Started, type StartPlan, type Upstreams } from '../startGateway';
import { readMappings } from '../inputFiles';
import { beginRecording } from '../stores/keepRecording';
import { followFolders, mappingFolders } from '../reload/followFolders';
import { followSecrets } from '../reload/followSecrets';
import { openReload, type ReloadSource } from '../reload/reload';
import type { WorkerPlan } from './clusterCalls';
import { openPrimaryComparison, type PrimaryComparison } from '../stores/openComparison';
import { shareCutover, type SharedCutover } from './sharedCutover';

/** The pages of the admin port that one process would make of what it has seen, made of what all workers have. */
const mergedPages = ({ each }: Pick<WorkerPool, 'each'>): AdminOptions['pages'] => ({
  '/drift': async () => jsonPage(mergeDrift(await each('drift', undefined))),
  '/unlisted': async () => jsonPage(mergeUnlisted(await each('unlisted', undefined))),
});

/** The requests of all workers as they come. */
const crewTail = ({ each }: Pick<WorkerPool, 'each'>, callerName: CallerName): AdminOptions['tail'] =>
  createTailPages(createTail({ clock, pull: () => each('tailed', undefined) }), callerName);

const divided = (whole: number, count: number): number => Math.max(1, Math.floor(whole / count));

/** The settings of one of several workers: together they ask no more than one process, and let no more wait. */
function configPerWorker(config: Config, count: number): Config {
  const { comparison } = config;
  const { requestsPerMinute, queue } = comparison;
  return {
    ...config,
    comparison: {
      ...comparison,
      requestsPerMinute: divided(requestsPerMinute, count),
      queue: divided(queue, count),
    },
  };
}

const SECRET_BYTES = 32;

/**
 * Gives all workers one index: what one has read or written the others know. Where none is to be kept it is a file in a
 * folder for its owner only, which ends with the process; where no file can be made each has its own, in memory.
 */
function withOneIndex(config: Config, logger: Logger, closers: Closers): Config {
  const { secret } = config.index;
  const value = secret.kind === 'given' ? secret.value : randomBytes(SECRET_BYTES).toString('base64url');
  const shared = { ...config, index: { ...config.index, secret: { kind: 'given' as const, value } } };
  if (config.store.kind === 'file') return shared;
  try {
    const folder = mkdtempSync(join(tmpdir(), 'lifeboat-index-'));
    closers.add(() => rmSync(folder, { recursive: true, force: true }));
    return { ...shared, store: { kind: 'file', file: join(folder, 'index.db') } };
  } catch (error) {
    logger.warn({ err: error }, 'each process keeps an index of its own: no file can be made for one');
    return shared;
  }
}

/** What the head is put together from. */
interface PrimaryParts extends StartPlan, Upstreams {
  readonly count: number;
  readonly mappings: Mappings;
  readonly secrets: Secrets;
  readonly evidence: OpenedEvidence<PrimaryComparison>;
}

/** What the head has read and accepted, and every worker has. */
type InForce = Secrets & Pick<WorkerPlan, 'mappings'>;

/** A crew and the cutover that its workers decide by: each needs the other. */
function openWorkerPool(parts: PrimaryParts, inForce: () => InForce): [WorkerPool, SharedCutover] {
  const { config, origins, sandbox, logger, count, evidence } = parts;
  const { comparison } = evidence;
  const shared = shareCutover(evidence.cutover, (standings) => crew.follow(standings), clock);
  const { cutover } = shared;
  const { alarms } = cutover;
  const drifted = createDriftLog({ logger, notify: evidence.notify, now: clock.now });
  const crew = createWorkerPool({
    ...{ fork: forkWorker, count, logger, clock, grace: config.deadlines.shutdown },
    left: (worker) => {
      alarms.take(`worker ${worker}`, []);
      comparison?.accounts.left(worker);
    },
    plan: () => ({
      ...{ config: configPerWorker(config, count), origins, standings: shared.standings(), ...inForce() },
      comparison: comparison?.plan,
      sandbox: sandbox && { keys: sandbox.keys },
    }),
    callsOf: (worker) => ({
      news: ({ served, alarms: findings, compared }) => {
        alarms.take(`worker ${worker}`, findings);
        for (const one of served) cutover.served(one);
        if (compared !== undefined) comparison?.take(worker, compared);
      },
      ambiguous: cutover.ambiguous,
      undone: cutover.undone,
      drifted,
      noteFound: ({ id, found }) => cutover.noteFound(id, found),
      wantsControl: ({ operation, differences }) => comparison?.wantsControl(operation, differences) ?? false,
      recorded: (exchanges) => comparison?.recorder.take(exchanges),
    }),
  });
  comparison?.recorder.connect(() => crew.each('recorded', undefined));
  return [crew, shared];
}

/** Starts the admin port and then the workers; what is open ends in the opposite order. */
async function serveTogether(
  parts: PrimaryParts,
  closers: Closers,
): Promise<Result<Started, readonly string[]>> {
  const { config, mappings, logger, sandbox } = parts;
  const folder = config.mappings;
  const documents = adminDocuments(folder, mappings);
  const acceptedNow = ({ texts }: Mappings) => ({ texts, guide: documents.pages['/guide']() });
  let inForce: InForce = { ...parts.secrets, mappings: acceptedNow(mappings) };
  let latest = inForce.mappings;
  const [crew, shared] = openWorkerPool(parts, () => inForce);
  const { alarms, callerName } = shared.cutover;
  closers.add(shared.stop);
  let isEnding = false;
  const use: ReloadSource['use'] = ({ mappings: next, fixtures }) => {
    documents.use(next, fixtures);
    const given = (latest = acceptedNow(next));
    const adopted = parts.evidence.adopt(next).then(async () => {
      // One that came later has overtaken it.
      if (given !== latest) return;
      inForce = { ...inForce, mappings: given };
      await crew.each('mappings', given);
    });
    adopted.catch((error: unknown) => logger.error({ err: error }, 'the mappings were not taken over'));
  };
  const { hash, reload } = openReload({ folder, hash: mappings.hash, use, logger, alarms });
  const observed = { config, cutover: shared.cutover, comparison: parts.evidence.comparison };
  const observers = observerPages(observed, () => crew.each('metrics', undefined));
  // One of them reads for all.
  const indexes = async (warm: boolean) => (await crew.first('indexes', warm))[0] ?? [];
  const adminApp = createAdminApp({
    mappings: hash,
    pages: { ...mergedPages(crew), ...observers, ...documents.pages, ...indexPages(indexes, callerName) },
    ...{ actions: indexActions(indexes, callerName), tail: crewTail(crew, callerName) },
    warming: warmProgress({ config, indexes }),
    ...parts.evidence.pages,
    isReady: () => !isEnding && crew.serving() > 0,
    ...cutoverControl(shared.cutover, config),
  });
  const admin = await startServer({ edge: adminApp, ...config.admin, tls: undefined, limits, clock });
  if (!admin.ok) return failure([`--admin-port, admin: ${admin.failure.message}`]);
  closers.add(() => admin.value.close(0));

  closers.add(crew.close);
  const serving = await crew.start();
  if (!serving.ok) return serving;
  closers.add(() => void (isEnding = true));
  followFolders({ folders: mappingFolders(folder), logger, reload }, closers);
  const useKeyTable = warming({ config, indexes, logger }, (keyTable: Secrets['keyTable']) => {
    inForce = { ...inForce, keyTable };
    parts.evidence.nameCallers(keyTable);
    return crew.each('keyTable', keyTable);
  });
  const useTls = (tls: Secrets['tls']): void => {
    inForce = { ...inForce, tls };
    void crew.each('tls', tls);
  };
  followSecrets({ ...parts, useKeyTable, useTls, alarms }, closers);
  const servers = { gateway: serving.value, admin: admin.value.origin };
  logger.info({ ...servers, workers: parts.count, mappings: hash() }, 'ready');
  return success({ ...servers, sandbox });
}

/** What every worker opens for itself is opened here once first: a fault in it ends the start, not each worker's. */
async function tryIndex(config: StartPlan['config']): Promise<Result<undefined, readonly string[]>> {
  const tried = createClosers(() => undefined);
  const index = await openIndex(config, tried);
  await tried.closeAll();
  return index.ok ? success(undefined) : failure([index.failure]);
}

/**
 * Starts the gateway as several processes on one port. This one, the head, holds the cutover, the admin port and the
 * sandbox; the workers answer clients and compare what they have answered. What they see is judged and kept here.
 */
export async function startPrimary(
  plan: StartPlan,
  count: number,
  closers: Closers,
): Promise<Result<Started, readonly string[]>> {
  const { logger, colour } = plan;
  const config = withOneIndex(plan.config, logger, closers);
  const mappings = readMappings(config.mappings, { colour });
  if (!mappings.ok) return mappings;
  const opened = await openUpstreams(plan, closers);
  if (!opened.ok) return failure([opened.failure]);
  const secrets = await openSecrets(plan);
  if (!secrets.ok) return secrets;
  const tried = await tryIndex(config);
  if (!tried.ok) return tried;
  const hasV1 = opened.value.origins.v1 !== undefined;
  const { keyTable } = secrets.value;
  const gathers = { config, mappings: mappings.value, keyTable, hasV1, logger, colour };
  const evidence = await openEvidence(gathers, openPrimaryComparison, closers);
  if (!evidence.ok) return evidence;
  const { recorder } = evidence.value.comparison ?? {};
  const begun = await beginRecording({ file: plan.record, recorder, logger }, closers);
  if (!begun.ok) return begun;
  const made = { count, mappings: mappings.value, secrets: secrets.value, evidence: evidence.value };
  return serveTogether({ ...plan, config, ...opened.value, ...made }, closers);
}
