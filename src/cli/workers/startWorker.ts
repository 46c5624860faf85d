import type { Logger } from 'pino';
import type { Environment } from '../../config';
import { createMirror } from '../../cutover/createMirror';
import { serverLimits } from '../../http/serverLimits';
import { startServer } from '../../http/startServer';
import { failure, type Result, success } from '../../translation/result';
import type { Closers } from '../closers';
import { composeEdge } from '../composeEdge';
import { connectionLimits } from '../connectionLimits';
import { openIndex } from '../openIndex';
import { openKeys } from '../openKeys';
import { readTls } from '../readTls';
import { systemClock as clock } from '../systemClock';
import type { HeadCalls, WorkerCalls, WorkerPlan } from './calls';
import { compileAccepted } from './compileAccepted';
import type { Call } from './createLink';
import { createTeller } from './createTeller';
import { openWorkerComparison } from './openWorkerComparison';
import { tellOfWrites } from './tellOfWrites';

/** What a worker has beside the plan. */
export interface WorkerParts {
  readonly environment: Environment;
  readonly logger: Logger;
  readonly head: Call<HeadCalls>;
}

/** A worker that serves. */
export interface StartedWorker {
  readonly origin: string;
  readonly calls: Omit<WorkerCalls, 'begin'>;
}

/** Opens one worker's part: keys, index and edge of its own, the cutover as the head tells it. */
export async function startWorker(
  { config, origins, mappings: accepted, sandbox, standings, comparison: shared }: WorkerPlan,
  { environment, logger, head }: WorkerParts,
  closers: Closers,
): Promise<Result<StartedWorker, readonly string[]>> {
  const mappings = compileAccepted(accepted);
  if (!mappings.ok) return mappings;
  const tls = readTls(config.listen.tls);
  if (!tls.ok) return failure([tls.failure]);
  const keys = await openKeys({ settings: config.keys, environment, sandbox, colour: false });
  if (!keys.ok) return keys;
  const index = await openIndex(config, closers);
  if (!index.ok) return failure([index.failure]);

  let { guide } = accepted;
  const comparison =
    shared && openWorkerComparison({ config, shared, mappings: mappings.value, head }, closers);
  const teller = createTeller(
    (news) => head('news', news),
    { ailing: () => edge.ailing(), compared: () => comparison?.news() },
    clock,
  );
  // Before the edge, so that it is closed after it: what the comparison gives up then is told, too.
  closers.add(teller.close);
  const mirror = createMirror({
    seed: config.cutover.seed,
    now: clock.now,
    standings,
    told: { served: teller.served, ...tellOfWrites(head, logger) },
  });
  const makings = { config, mappings: mappings.value, keys: keys.value, indexStore: index.value, logger };
  const beside = { origins, cutover: mirror.cutover, guidePage: () => guide, comparison };
  const edge = composeEdge({ ...makings, ...beside }, closers);

  const limits = { ...serverLimits, connections: connectionLimits().clients };
  const { host, port } = config.listen;
  const server = await startServer({ edge: edge.edge, host, port, tls: tls.value, limits, clock });
  if (!server.ok) return failure([`--port, listen: ${server.failure.message}`]);
  closers.add(() => server.value.close(config.deadlines.shutdown));
  return success({
    origin: server.value.origin,
    calls: {
      standings: mirror.take,
      mappings: (newer) => {
        const next = compileAccepted(newer);
        if (!next.ok) {
          logger.error({ reasons: next.failure }, 'the mappings were not taken over');
          return;
        }
        edge.use(next.value);
        comparison?.use(next.value);
        ({ guide } = newer);
      },
      metrics: () => edge.metrics.values(),
      drift: () => edge.drift(),
      unlisted: () => edge.unlisted(),
      recorded: () => comparison?.tellRecorded() ?? Promise.resolve(0),
    },
  });
}
