import { platformOf } from '../../contract/platform';
import { success } from '../../contract/result';
import { type Closers, createClosers } from '../closers';
import { compileTexts } from '../inputFiles';
import { openLog } from '../notifiers';
import { systemClock as clock } from '../systemClock';
import { openWorker, type WorkerOptions } from '../worker';
import type { FilesInForce, FromWorker, ToWorker, WorkerPlan } from './workerMessages';

/** Starts the gateway of a worker process. The workers share one port and exchange their evidence through the store. */
export async function startWorker(
  plan: WorkerPlan,
  options: Pick<WorkerOptions, 'logger' | 'linesLost' | 'endProcess'>,
  closers: Closers,
) {
  // A fault is a bug, because the main process has accepted the mappings.
  const mappings = compileTexts(plan.mappings);
  if (!mappings.ok) return mappings;
  const context = { mappings: mappings.value, clock, colour: false, role: 'worker' } as const;
  const worker = await openWorker({ ...plan, ...options, ...context }, closers);
  if (!worker.ok) return worker;
  const { listen, figures, use: useMappings, useKeyTable, useTls } = worker.value;
  const origin = await listen();
  if (!origin.ok) return origin;
  return success({
    origin: origin.value,
    figures,
    /** Puts other files in force. */
    use: (files: Partial<FilesInForce>): void => {
      if (files.mappings !== undefined) {
        const next = compileTexts(files.mappings);
        if (next.ok) void useMappings(next.value);
        else options.logger.error({ reasons: next.failure }, 'the mappings were not taken over');
      }
      if (files.tls !== undefined) useTls(files.tls);
      if (files.keyTable !== undefined) useKeyTable(files.keyTable);
    },
  });
}

/** Sends a message to the main process; if that has gone, its `disconnect` ends this process, not the failure. */
const send = (message: FromWorker): void =>
  void process.send?.(message, undefined, undefined, () => undefined);

/** Follows the messages of the main process, which starts and ends this process. `end` ends it in order. */
function followMain(start: (plan: WorkerPlan) => ReturnType<typeof startWorker>, end: () => void): void {
  let starting: ReturnType<typeof startWorker> | undefined;
  const runningWorker = async () => {
    const started = await starting;
    return started?.ok === true ? started.value : undefined;
  };
  const takeMessage = async (message: ToWorker): Promise<void> => {
    switch (message.kind) {
      case 'start': {
        starting = start(message.plan);
        const started = await starting;
        send({ kind: 'started', started: started.ok ? success(started.value.origin) : started });
        return;
      }
      case 'use':
        (await runningWorker())?.use(message.files);
        return;
      case 'ask': {
        const { ticket, figure } = message;
        const value = figure === 'sign' || (await (await runningWorker())?.figures[figure]());
        send({ kind: 'answer', ticket, value });
        return;
      }
      case 'end':
        end();
    }
  };
  process.on('message', (message: ToWorker) => void takeMessage(message));
  process.once('disconnect', end);
  // The signals of a terminal reach the main process as well, which ends this process.
  for (const signal of [...platformOf(process.platform).stops, 'SIGHUP'] as const)
    process.on(signal, signal === 'SIGTERM' ? end : () => undefined);
  send({ kind: 'hello' });
}

/** Serves until the main process ends it or disconnects. Returns 1 after an error that left an unknown state. */
export async function runWorker(pretty: boolean): Promise<0 | 1> {
  let code: 0 | 1 = 0;
  let close = (): Promise<void> => Promise.resolve();
  await new Promise<void>((end) => {
    const endProcess = (): void => {
      code = 1;
      end();
    };
    followMain(async (plan) => {
      const { logger, linesLost, endLog } = await openLog(plan.config, pretty);
      const closers = createClosers((error) => logger.error({ err: error }, 'could not be closed'));
      closers.add(endLog); // closed last
      close = closers.closeAll;
      return startWorker(plan, { logger, linesLost, endProcess }, closers);
    }, end);
  });
  await close();
  return code;
}
