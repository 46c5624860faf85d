import type { Logger } from 'pino';
import { compileMappings, type Mappings, type MappingTexts } from '../../mapping/compile/loadMappings';
import { renderFault } from '../../mapping/yaml/fileFault';
import { failure, type Result, success } from '../../contract/result';
import { type Closers, createClosers } from '../closers';
import { openLog } from '../notifiers';
import { growSlowly } from '../processLimits';
import { systemClock as clock } from '../systemClock';
import { openWorker } from '../worker';
import type { PrimaryCalls, WorkerCalls, WorkerPlan } from './clusterCalls';
import { createLink, portOver } from './processLink';
import { type CallPrimary, openRemotePrimary } from './remotePrimary';

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
  readonly primary: CallPrimary;
  readonly linesLost: () => number;
}

/** A serving worker. */
interface StartedWorker {
  readonly origin: string;
  readonly calls: Omit<WorkerCalls, 'begin'>;
}

/** Serves as one of several processes: decides by the primary's standings, and reports its requests to the primary. */
export async function startWorker(
  plan: WorkerPlan,
  { logger, primary, linesLost }: WorkerParts,
  closers: Closers,
): Promise<Result<StartedWorker, readonly string[]>> {
  const mappings = compileAccepted(plan.mappings);
  if (!mappings.ok) return mappings;
  // Opened before the worker, so that it is closed after it and sends the last results of the comparison.
  const remote = openRemotePrimary({ ...plan, compiled: mappings.value }, { logger, primary }, closers);
  const guidePage = () => primary('guide', undefined);
  const given = { ...plan, mappings: mappings.value, guidePage, primary: remote.link };
  const worker = await openWorker({ ...given, logger, clock, linesLost }, closers);
  if (!worker.ok) return worker;
  const { reads, use, useKeyTable, useTls, listen } = worker.value;
  const server = await listen();
  if (!server.ok) return server;
  closers.add(() => server.value.close(plan.config.deadlines.shutdown));
  const useMappings = (newer: MappingTexts): void => {
    const next = compileAccepted(newer);
    if (!next.ok) {
      logger.error({ reasons: next.failure }, 'the mappings were not taken over');
      return;
    }
    use(next.value);
    remote.use(next.value);
  };
  const calls = {
    ...reads,
    standings: remote.standings,
    mappings: useMappings,
    keyTable: useKeyTable,
    tls: useTls,
  };
  return success({ origin: server.value.origin, calls });
}

/** Resolves when the primary ends this process. Terminal signals reach every process of the group, so they are ignored. */
function untilEnded(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('disconnect', () => resolve());
  });
}

/** Serves as one of several processes until the primary ends it or disconnects. */
export async function runWorker(pretty: boolean): Promise<void> {
  growSlowly();
  const ended = untilEnded();
  let close = (): Promise<void> => Promise.resolve();
  const begin = async (plan: WorkerPlan): Promise<Result<string, readonly string[]>> => {
    const { logger, linesLost } = openLog(plan.config, pretty);
    const closers = createClosers((error) => logger.error({ err: error }, 'could not be closed'));
    close = closers.closeAll;
    const started = await startWorker(plan, { logger, primary, linesLost }, closers);
    if (!started.ok) return started;
    Object.assign(mine, started.value.calls);
    return success(started.value.origin);
  };
  const mine: Pick<WorkerCalls, 'begin'> = { begin };
  const primary = createLink<PrimaryCalls>(portOver(process), mine);
  await primary('hello', undefined);
  await ended;
  await close();
}
