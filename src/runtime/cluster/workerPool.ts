import cluster from 'node:cluster';
import type { Logger } from 'pino';
import type { Clock } from '../../contract/clock';
import { failure, type Result } from '../../contract/result';
import type {
  Figure,
  FilesInForce,
  FromWorker,
  ProcessFigures,
  ToWorker,
  WorkerPlan,
} from './workerMessages';

/** A started worker process, as far as the pool uses it. */
export interface WorkerHandle {
  readonly id: number;
  readonly isConnected: () => boolean;
  readonly send: (message: ToWorker, sent: (error: Error | null) => void) => unknown;
  readonly kill: (signal: NodeJS.Signals) => unknown;
  readonly on: ((event: 'message', take: (message: FromWorker) => void) => unknown) &
    ((event: 'exit', action: (code: number | null, signal: NodeJS.Signals | null) => void) => unknown);
}

/**
 * Starts a worker process, which shares the port with the others and waits for its plan. Workers accept connections
 * from the system themselves: a connection that was handed to a dying worker would be neither answered nor closed.
 */
function forkWorker(): WorkerHandle {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ args: ['worker'], serialization: 'advanced' });
  const worker = cluster.fork();
  return {
    id: worker.id,
    isConnected: () => worker.isConnected(),
    send: (message, sent) => worker.process.send(message, sent),
    kill: (signal) => worker.process.kill(signal),
    on: worker.process.on.bind(worker.process) as WorkerHandle['on'],
  };
}

interface PoolOptions {
  /** Starts a process that waits for its plan; by default a worker of this program. */
  readonly fork?: () => WorkerHandle;
  readonly count: number;
  readonly plan: WorkerPlan;
  /** Called when a worker has ended after an uncaught error. */
  readonly crashed: () => void;
  /** Ends this process, because no worker can be started any more. */
  readonly giveUp: () => void;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Half of the time (ms) that a worker has to answer: of two timers one is due at once after a halt here. */
const HALF_ANSWER_MS = 2_500;

/** Pause (ms) between two checks that a worker still answers. */
const SIGN_PAUSE_MS = 1_000;

/** Pause (ms) before a dead worker is replaced: a worker that dies at its start must not keep the machine busy. */
const REPLACE_PAUSE_MS = 500;

/** Failed starts in a row, without a serving worker, after which the main process ends for its supervisor to restart. */
const MAX_FAILED_STARTS = 10;

/** Time (ms) beyond a worker's own grace time before it is killed. */
const EXTRA_GRACE_MS = 2_000;

/** Divides the comparison's queue, so that the queues of all workers together are as long as that of one process. */
function divideQueue({ config, ...plan }: WorkerPlan, count: number): WorkerPlan {
  const { comparison } = config;
  const queue = Math.max(1, Math.floor(comparison.queue / count));
  return { ...plan, config: { ...config, comparison: { ...comparison, queue } } };
}

/** One worker process under control. */
class PooledWorker {
  readonly ended: Promise<void>;
  readonly started: Promise<Result<string, readonly string[]>>;
  private readonly asked = new Map<number, (values: readonly unknown[]) => void>();
  private stopTimer = (): void => undefined;
  private tickets = 0;
  private canListen = false;

  constructor(
    readonly handle: WorkerHandle,
    private readonly options: PoolOptions,
    plan: () => WorkerPlan,
  ) {
    this.ended = new Promise((resolve) => void handle.on('exit', () => resolve()));
    this.started = new Promise((resolve) => {
      handle.on('exit', () => {
        this.stopTimer();
        for (const settle of this.asked.values()) settle([]);
        resolve(failure(['a worker has ended before it served']));
      });
      handle.on('message', (message) => {
        if (message.kind === 'hello') {
          this.canListen = true;
          this.send({ kind: 'start', plan: plan() });
        } else if (message.kind === 'started') resolve(message.started);
        else this.asked.get(message.ticket)?.([message.value]);
      });
    });
  }

  /** Puts other files in force; a worker without a plan gets them with it. */
  use(files: Partial<FilesInForce>): void {
    if (this.canListen) this.send({ kind: 'use', files });
  }

  /** Sends a message. Ignores a failing channel, because its worker is ending or useless. */
  private send(message: ToWorker): void {
    if (!this.handle.isConnected()) return;
    this.handle.send(message, (error) => {
      if (error !== null) this.handle.kill('SIGKILL');
    });
  }

  /** Resolves to a list with the answer. The list is empty if no answer comes within 5 s. */
  ask(figure: keyof ProcessFigures | 'sign'): Promise<readonly unknown[]> {
    const { clock } = this.options;
    this.tickets += 1;
    const ticket = this.tickets;
    return new Promise((resolve) => {
      let stop = (): void => undefined;
      const settleAnswer = (values: readonly unknown[]): void => {
        stop();
        this.asked.delete(ticket);
        resolve(values);
      };
      stop = clock.schedule(HALF_ANSWER_MS, () => {
        stop = clock.schedule(HALF_ANSWER_MS, () => settleAnswer([]));
      });
      this.asked.set(ticket, settleAnswer);
      if (this.handle.isConnected()) this.send({ kind: 'ask', ticket, figure });
      else settleAnswer([]);
    });
  }

  /** Asks the worker for a sign again and again. Kills it if none comes and it may end: its clients would wait for ever. */
  async watchForHang(mayEnd: () => boolean): Promise<void> {
    const { logger, clock } = this.options;
    const signs = await this.ask('sign');
    if (!this.handle.isConnected()) return;
    if (signs.length === 0 && mayEnd()) {
      logger.error({ worker: this.handle.id }, 'a worker does not answer and is ended');
      this.handle.kill('SIGKILL');
      return;
    }
    this.stopTimer = clock.schedule(SIGN_PAUSE_MS, () => void this.watchForHang(mayEnd));
  }

  async end(graceMs: number): Promise<void> {
    if (this.canListen) this.send({ kind: 'end' });
    else this.handle.kill('SIGTERM');
    const stop = this.options.clock.schedule(graceMs + EXTRA_GRACE_MS, () => this.handle.kill('SIGKILL'));
    await this.ended;
    stop();
  }
}

/** Worker processes that serve one port; a worker that dies, or does not answer for 5 s, is replaced. */
export type WorkerPool = ReturnType<typeof createWorkerPool>;

/** Creates the pool. No process runs yet. */
export function createWorkerPool(options: PoolOptions) {
  const { fork = forkWorker, count, crashed, giveUp, logger, clock } = options;
  const [all, serving] = [new Set<PooledWorker>(), new Set<PooledWorker>()];
  let plan = divideQueue(options.plan, count);
  let isClosing = false;
  let failedStarts = 0;

  const startWorkers = async (replace: () => Promise<void>): Promise<Result<string, readonly string[]>> => {
    const worker = new PooledWorker(fork(), options, () => plan);
    all.add(worker);
    worker.handle.on('exit', (code, signal) => {
      for (const workers of [all, serving]) workers.delete(worker);
      if (isClosing) return;
      logger.error({ worker: worker.handle.id, code, signal }, 'a worker has ended and is replaced');
      if (code === 1) crashed();
      clock.schedule(REPLACE_PAUSE_MS, () => void replace());
    });
    const started = await worker.started;
    if (!started.ok) {
      worker.handle.kill('SIGKILL');
      return started;
    }
    serving.add(worker);
    // The last serving worker of several stays: without it no process has the port, and another program could take it.
    // Yet if no other one can start, it may be what they wait for: it may have halted with the lock of the store.
    void worker.watchForHang(
      () => (count === 1 || serving.size > 1 || failedStarts > 0) && serving.delete(worker),
    );
    return started;
  };
  const isOpen = (): boolean => !isClosing;
  const replace = async (): Promise<void> => {
    if (!isOpen()) return;
    const started = await startWorkers(replace);
    if (started.ok) failedStarts = 0;
    // A worker that was stopped together with the pool has not failed.
    if (started.ok || !isOpen()) return;
    failedStarts += 1;
    logger.error({ reasons: started.failure }, 'a worker could not be replaced');
    if (failedStarts < MAX_FAILED_STARTS || serving.size > 0) return;
    logger.fatal({ starts: failedStarts }, 'no worker can be started: the process ends');
    giveUp();
  };
  return {
    /** Starts all workers. Returns their common origin, or the first reason why one cannot start. */
    start: async (): Promise<Result<string, readonly string[]>> => {
      const started = await Promise.all(Array.from({ length: count }, () => startWorkers(replace)));
      return started.find(({ ok }) => !ok) ?? started[0] ?? failure(['no workers']);
    },
    serving: () => serving.size,
    /** Asks every serving worker. Leaves out a worker that disconnects or does not answer within 5 s. */
    each: async <Name extends keyof ProcessFigures>(figure: Name): Promise<Figure<Name>[]> => {
      const answers = await Promise.all(Array.from(serving, (worker) => worker.ask(figure)));
      return answers.flat() as Figure<Name>[];
    },
    /** Puts new files in force in every worker, including those started later. */
    use: (files: Partial<FilesInForce>): void => {
      plan = { ...plan, ...files };
      for (const worker of all) worker.use(files);
    },
    /** Ends all workers: each stops listening and finishes its requests. */
    close: async (): Promise<void> => {
      isClosing = true;
      await Promise.all(Array.from(all, (worker) => worker.end(plan.config.deadlines.shutdown)));
    },
  };
}
