import type { Environment } from '../../config';
import { contracts } from '../../contract/contracts';
import { redactedPaths } from '../../contract/secretNames';
import { createLogger } from '../../http/observability/logger';
import { type Result, success } from '../../contract/result';
import { createClosers } from '../../runtime/closers';
import type { ExitCode } from '../command';
import { growSlowly } from '../../runtime/processLimits';
import { terminal } from '../terminal';
import { systemClock } from '../../runtime/systemClock';
import type { PrimaryCalls, WorkerCalls, WorkerPlan } from '../../runtime/cluster/clusterCalls';
import { createLink, portOver } from '../../runtime/cluster/processLink';
import { startWorker } from '../../runtime/cluster/startWorker';

/** Signals of a terminal go to every process of the group; what they mean for this one is for the head to say, or its end. */
function untilEnded(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('disconnect', () => resolve());
  });
}

/** Serves as one of several processes until the head ends it, or is gone. */
export async function runWorker(environment: Environment): Promise<ExitCode> {
  growSlowly();
  const ended = untilEnded();
  let close = (): Promise<void> => Promise.resolve();
  const begin = async (plan: WorkerPlan): Promise<Result<string, readonly string[]>> => {
    const redact = redactedPaths([...contracts.v1.values(), ...contracts.v2.values()]);
    const { interactive: pretty } = terminal(environment);
    const { level } = plan.config.log;
    const losses = { lines: 0 };
    const lost = (): number => (losses.lines += 1);
    const logger = createLogger({ level, pretty, redact, clock: systemClock, lost });
    const closers = createClosers((error) => logger.error({ err: error }, 'could not be closed'));
    close = closers.closeAll;
    const started = await startWorker(plan, { logger, head, linesLost: () => losses.lines }, closers);
    if (!started.ok) return started;
    Object.assign(mine, started.value.calls);
    return success(started.value.origin);
  };
  const mine: Pick<WorkerCalls, 'begin'> = { begin };
  const head = createLink<PrimaryCalls>(portOver(process), mine);
  await head('hello', undefined);
  await ended;
  await close();
  return 0;
}
