import type { Logger } from 'pino';
import { renderFault } from '../../mapping/yaml/fileFault';
import { compileMappings, type Mappings } from '../../mapping/compile/loadMappings';
import { failure, type Result, success } from '../../contract/result';
import type { AcceptedMappings, PrimaryCalls, WorkerCalls, WorkerPlan } from './clusterCalls';
import { createAlarms } from '../../cutover/alarms';
import { createMirror } from '../../cutover/servingCutover';
import type { DriftFinding } from '../../drift/driftReport';
import { serverLimits } from '../../http/server/openServer';
import { startServer } from '../../http/server/startServer';
import type { Closers } from '../closers';
import { composeEdge } from '../composeEdge';
import { connectionLimits } from '../processLimits';
import { openIndex } from '../stores/openIndex';
import { keysOf } from '../secrets';
import { systemClock as clock } from '../systemClock';
import type { Call } from './processLink';
import { createNewsReporter, type NewsSources, reportWrites } from './workerReports';
import { openWorkerComparison } from './workerComparison';

/** The mappings that the head has accepted; a fault, told for people, is one of the program, for the head found none. */
function compileAccepted({ texts }: AcceptedMappings): Result<Mappings, readonly string[]> {
  const mappings = compileMappings(texts);
  return mappings.ok
    ? mappings
    : failure(mappings.failure.map((fault) => renderFault(fault, { colour: false })));
}

/** What a worker has beside the plan. */
interface WorkerParts {
  readonly logger: Logger;
  readonly head: Call<PrimaryCalls>;
  readonly linesLost: () => number;
}

/** A worker that serves. */
interface StartedWorker {
  readonly origin: string;
  readonly calls: Omit<WorkerCalls, 'begin'>;
}

/** The alarms and the cutover of one worker: the head is told what they see, and tells how the cutover stands. */
function openMirror(
  { config, standings }: WorkerPlan,
  { logger, head }: WorkerParts,
  compared: NewsSources['compared'],
  closers: Closers,
) {
  // The head notifies.
  const alarms = createAlarms(clock.now, () => undefined);
  const teller = createNewsReporter(
    (news) => head('news', news),
    { alarms: alarms.current, compared },
    clock,
  );
  closers.add(teller.close);
  const told = { served: teller.served, ...reportWrites(head, logger) };
  const mirror = createMirror({ seed: config.cutover.seed, now: clock.now, standings, told });
  return { alarms, mirror };
}

/** Opens one worker's part: keys, index and edge of its own, the cutover as the head tells it. */
export async function startWorker(
  plan: WorkerPlan,
  parts: WorkerParts,
  closers: Closers,
): Promise<Result<StartedWorker, readonly string[]>> {
  const { config, origins, mappings: accepted, keyTable, tls, sandbox, comparison: shared } = plan;
  const { logger, head, linesLost } = parts;
  const mappings = compileAccepted(accepted);
  if (!mappings.ok) return mappings;
  const keys = keysOf(keyTable, { settings: config.keys, sandbox });
  const index = await openIndex(config, closers);
  if (!index.ok) return failure([index.failure]);

  let { guide } = accepted;
  const comparison =
    shared && openWorkerComparison({ config, shared, mappings: mappings.value, head }, closers);
  // Before the edge, so that it is closed after it: what the comparison gives up then is told, too.
  const { alarms, mirror } = openMirror(plan, parts, () => comparison?.news(), closers);
  const makings = { config, mappings: mappings.value, keys, indexStore: index.value, logger };
  const drifted = (finding: DriftFinding): void => {
    // One that the head does not hear of stands on the page of drift all the same.
    head('drifted', finding).catch(() => undefined);
  };
  const { cutover } = mirror;
  const beside = { origins, cutover, alarms, drifted, linesLost, guidePage: () => guide, comparison };
  const edge = composeEdge({ ...makings, ...beside }, closers);

  const limits = { ...serverLimits, connections: connectionLimits().clients };
  const { host, port } = config.listen;
  const server = await startServer({ edge: edge.edge, host, port, tls, limits, clock });
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
      keyTable: keys.use,
      tls: (next) => (next === undefined ? undefined : server.value.useTls(next)),
      metrics: () => edge.metrics.values(),
      drift: () => edge.drift(),
      unlisted: () => edge.unlisted(),
      tailed: () => edge.tail.take(),
      indexes: edge.indexes,
      recorded: () => comparison?.tellRecorded() ?? Promise.resolve(0),
    },
  });
}
