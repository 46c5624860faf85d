import type { Logger } from 'pino';
import { compileMappings, type Mappings, type MappingTexts } from '../../mapping/compile/loadMappings';
import { renderFault } from '../../mapping/yaml/fileFault';
import type { Notice } from '../../cutover/notices';
import { failure, type Result, success } from '../../contract/result';
import { platformOf } from '../../contract/platform';
import { type Closers, createClosers } from '../closers';
import { openLog } from '../notifiers';
import { systemClock as clock } from '../systemClock';
import { openWorker } from '../worker';
import { openEvidence } from '../stores/openEvidence';
import { openStores } from '../stores/openStores';
import type { PrimaryCalls, WorkerCalls, WorkerPlan } from './clusterCalls';
import { type Call, createLink, portOver } from './processLink';
import { settledLater } from './workerPool';

/** Compiles mappings that the primary has accepted; a fault here is a bug, because the primary found none. */
function compileAccepted(texts: MappingTexts): Result<Mappings, readonly string[]> {
  const mappings = compileMappings(texts);
  return mappings.ok
    ? mappings
    : failure(mappings.failure.map((fault) => renderFault(fault, { colour: false })));
}

/** Options of startWorker that are not in its plan. */
interface WorkerParts {
  readonly logger: Logger;
  readonly primary: Call<PrimaryCalls>;
  readonly linesLost: () => number;
  readonly endProcess?: () => void;
}

/** A serving worker. */
interface StartedWorker {
  readonly origin: string;
  readonly calls: Omit<WorkerCalls, 'begin' | 'end'>;
}

/** Serves as one of several equal processes, which meet in the store; the primary, which has started it, acts for it. */
export async function startWorker(
  plan: WorkerPlan,
  { logger, primary, linesLost, endProcess }: WorkerParts,
  closers: Closers,
): Promise<Result<StartedWorker, readonly string[]>> {
  const { config, origins, keyTable, files } = plan;
  const mappings = compileAccepted(plan.mappings);
  if (!mappings.ok) return mappings;
  const stores = await openStores(config, logger, closers);
  if (!stores.ok) return stores;
  const notify = (notice: Notice): void =>
    void primary('notice', notice).catch(() => logger.error({ notice }, 'a notice could not be delivered'));
  const kept = { config, stores: stores.value, files, keyTable, hasV1: origins.v1 !== undefined };
  const more = {
    role: 'worker',
    notifiers: { notify, failing: () => [] },
    logger,
    colour: false,
    clock,
  } as const;
  const evidence = await openEvidence({ ...kept, ...more, mappings: mappings.value }, closers);
  if (!evidence.ok) return evidence;
  const worker = await openWorker(
    {
      ...{ ...plan, mappings: mappings.value, evidence: evidence.value, index: stores.value.index },
      ...{ guidePage: () => primary('guide', undefined), isSilent: true, logger, clock, linesLost },
      recorded: (exchanges) => primary('recorded', exchanges).catch(() => undefined),
      endProcess,
      reportUncaught: (error) => void primary('uncaught', error).catch(() => undefined),
    },
    closers,
  );
  if (!worker.ok) return worker;
  const { reads, use, useKeyTable, useTls, listen } = worker.value;
  const server = await listen();
  if (!server.ok) return server;
  closers.add(() => server.value.close(config.deadlines.shutdown));
  const calls: StartedWorker['calls'] = {
    ...reads,
    ping: () => true,
    mappings: (newer) => {
      const next = compileAccepted(newer);
      if (!next.ok) {
        logger.error({ reasons: next.failure }, 'the mappings were not taken over');
        return;
      }
      use(next.value);
      void evidence.value.adopt(next.value);
    },
    keyTable: (table) => {
      evidence.value.nameCallers(table);
      useKeyTable(table);
    },
    tls: useTls,
  };
  return success({ origin: server.value.origin, calls });
}

/** Calls `end` when this process is to end; other signals of a terminal reach the primary as well, and are ignored. */
function atEnd(end: () => void): void {
  for (const signal of [...platformOf(process.platform).stops, 'SIGHUP'] as const) {
    process.on(signal, signal === 'SIGTERM' ? end : () => undefined);
  }
  process.once('disconnect', end);
}

/**
 * Serves as one of several processes until the primary ends it or disconnects, or an error leaves it in an unknown state:
 * then it returns 1, and the primary replaces it.
 */
export async function runWorker(pretty: boolean): Promise<0 | 1> {
  const [ended, end] = settledLater();
  atEnd(end);
  let code: 0 | 1 = 0;
  const endProcess = (): void => {
    code = 1;
    end();
  };
  let close = (): Promise<void> => Promise.resolve();
  const begin = async (plan: WorkerPlan): Promise<Result<string, readonly string[]>> => {
    const { logger, linesLost, endLog } = openLog(plan.config, pretty);
    const closers = createClosers((error) => logger.error({ err: error }, 'could not be closed'));
    closers.add(endLog); // the last to close
    close = closers.closeAll;
    const started = await startWorker(plan, { logger, primary, linesLost, endProcess }, closers);
    if (!started.ok) return started;
    Object.assign(mine, started.value.calls);
    return success(started.value.origin);
  };
  const mine: Pick<WorkerCalls, 'begin' | 'end'> = { begin, end };
  const primary = createLink<PrimaryCalls>(portOver(process), mine);
  await primary('hello', undefined);
  await ended;
  await close();
  return code;
}
