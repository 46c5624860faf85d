import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Config } from '../../config/configuration';
import type { Alarms } from '../../cutover/alarms';
import type { Cutover } from '../../cutover/cutover';
import type { Standings } from '../../cutover/servingCutover';
import type { Clock } from '../../contract/clock';
import type { Closers } from '../closers';
import type { UsageRegistry } from '../../usage/usageRegistry';
import type { PrimaryComparison } from '../stores/openComparison';
import type { Worker } from '../worker';
import type { PrimaryCalls, WorkerPlan, WorkerReads } from './clusterCalls';
import { createWorkerPool, forkWorker, type WorkerPool } from './workerPool';

/** A cutover whose changes are in force in every process before the person who made them gets the answer. */
interface SharedCutover {
  readonly cutover: Cutover;
  readonly standings: () => Standings;
  readonly stop: () => void;
}

/** Interval (ms) of the checks for changes by a breaker, the store or the plan. */
const ROUND = 50;

/** Name of no resource, to get the standing of one that was never moved. */
const UNMOVED = '';

/** Shares a cutover: `publish` sends the standings to the workers, resolves when they have them, and never rejects. */
export function shareCutover(
  cutover: Cutover,
  publish: (standings: Standings) => Promise<unknown>,
  { clock, count }: { readonly clock: Clock; readonly count: number },
): SharedCutover {
  const standings = (): Standings => ({
    resources: new Map(cutover.resources().map((name) => [name, cutover.standing(name)])),
    unmoved: cutover.standing(UNMOVED),
    names: cutover.names(),
    processes: cutover.processes() * count,
  });
  let published = standings();
  let publishing: Promise<unknown> = Promise.resolve();
  const share = (): Promise<unknown> => {
    const current = standings();
    if (!isDeepStrictEqual(current, published)) {
      published = current;
      publishing = publish(current);
    }
    // An earlier change may still be on its way, so the caller waits for it in any case.
    return publishing;
  };
  let stop = (): void => undefined;
  const round = (): void => {
    void share();
    stop = clock.schedule(ROUND, round);
  };
  stop = clock.schedule(ROUND, round);
  return {
    standings,
    stop: () => stop(),
    cutover: {
      ...cutover,
      change: async (request) => {
        const outcome = await cutover.change(request);
        await share();
        return outcome;
      },
      label: async (asked, name) => {
        const outcome = await cutover.label(asked, name);
        await share();
        return outcome;
      },
    },
  };
}

const divided = (whole: number, count: number): number => Math.max(1, Math.floor(whole / count));

/** Divides the queue of the comparison, so that all workers together have that of one process. */
function configPerWorker(config: Config, count: number): Config {
  const { comparison } = config;
  const queue = divided(comparison.queue, count);
  return { ...config, comparison: { ...comparison, queue } };
}

const SECRET_BYTES = 32;

/**
 * Gives all processes one index, so that each knows the entries of the others. If the settings keep it in memory, it is a
 * file in a temporary folder for its owner only; if no file can be created, each process has its own index in memory.
 */
export function withOneIndex(config: Config, logger: Logger, closers: Closers): Config {
  const { secret, store } = config.index;
  if (store.kind !== 'memory') return config;
  const value = secret.kind === 'given' ? secret.value : randomBytes(SECRET_BYTES).toString('base64url');
  const index = { ...config.index, secret: { kind: 'given' as const, value } };
  try {
    const folder = mkdtempSync(join(tmpdir(), 'lifeboat-index-'));
    closers.add(() => rmSync(folder, { recursive: true, force: true }));
    return { ...config, index: { ...index, store: { kind: 'file', file: join(folder, 'index.db') } } };
  } catch (error) {
    logger.warn({ err: error }, 'each process keeps an index of its own: no file can be made for one');
    return { ...config, index };
  }
}

/** Mappings and secrets that the primary has accepted; every worker has the same. */
type InForce = Pick<WorkerPlan, 'mappings' | 'keyTable' | 'tls'>;

/** Options of openCluster. */
interface ClusterOptions extends InForce, Pick<WorkerPlan, 'config' | 'origins' | 'sandbox'> {
  /** Number of worker processes. */
  readonly count: number;
  readonly cutover: Cutover;
  readonly alarms: Pick<Alarms, 'take'>;
  readonly comparison: PrimaryComparison | undefined;
  readonly drifted: PrimaryCalls['drifted'];
  readonly used: UsageRegistry['add'];
  readonly guide: PrimaryCalls['guide'];
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Worker processes, and the cutover they share. */
export interface Cluster extends Pick<WorkerPool, 'start' | 'serving' | 'each' | 'close'> {
  readonly cutover: Cutover;
  /** Puts a new value in force in every worker, including those started later. */
  readonly use: <Name extends keyof InForce>(name: Name, value: InForce[Name]) => Promise<void>;
}

/** Prepares the workers; nothing runs yet. */
export function openCluster(options: ClusterOptions, closers: Closers): Cluster {
  const {
    config,
    count,
    origins,
    sandbox,
    logger,
    clock,
    cutover,
    comparison,
    drifted,
    guide,
    used,
    alarms,
  } = options;
  let inForce: InForce = { mappings: options.mappings, keyTable: options.keyTable, tls: options.tls };
  const shared = shareCutover(cutover, (standings) => pool.follow(standings), { clock, count });
  closers.add(shared.stop);
  const pool = createWorkerPool({
    ...{ fork: forkWorker, count, logger, clock, grace: config.deadlines.shutdown },
    disconnected: (worker) => {
      alarms.take(`worker ${worker}`, []);
      comparison?.accounts.left(worker);
    },
    plan: () => ({
      ...{ config: configPerWorker(config, count), origins, sandbox, ...inForce },
      ...{ standings: shared.standings(), comparison: comparison?.link.plan },
    }),
    callsOf: (worker) => ({
      news: ({ served, alarms: findings, compared, usage = [] }) => {
        alarms.take(`worker ${worker}`, findings);
        for (const one of served) cutover.served(one);
        used(usage);
        if (compared !== undefined) comparison?.take(worker, compared);
      },
      ambiguous: cutover.ambiguous,
      undone: cutover.undone,
      drifted,
      guide,
      noteFound: ({ id, found }) => cutover.noteFound(id, found),
      wantsControl: ({ operation, differences }) =>
        comparison?.collection.wantsControl(operation, differences) ?? false,
      recorded: (exchanges) => comparison?.recorder.take(exchanges),
    }),
  });
  const { start, serving, each, close } = pool;
  return {
    ...{ start, serving, each, close, cutover: shared.cutover },
    use: async (name, value) => {
      inForce = { ...inForce, [name]: value };
      // Each of the three members has a call of the same name.
      await each(name, value as never);
    },
  };
}

/** The worker of this process, and those of the cluster. */
export interface Workers {
  readonly own: Worker;
  /** Absent if this process answers clients itself. */
  readonly cluster: Cluster | undefined;
  /** Asks each worker, including this process; one that does not answer in time is left out. */
  readonly each: <Name extends Exclude<keyof WorkerReads, 'indexes'>>(
    name: Name,
  ) => Promise<Awaited<ReturnType<WorkerReads[Name]>>[]>;
}

/** Joins the worker of this process with those of the cluster. */
export const joinWorkers = (own: Worker, cluster: Cluster | undefined): Workers => ({
  own,
  cluster,
  each: async (name) => {
    const mine = (await own.reads[name](undefined)) as Awaited<ReturnType<WorkerReads[typeof name]>>;
    return [mine, ...((await cluster?.each(name, undefined)) ?? [])];
  },
});
