import type { Logger } from 'pino';
import type { RecordedExchange } from '../comparison/keep/recordedExchange';
import { compareInThread } from '../comparison/compare/compareInThread';
import type { Config } from '../config/configuration';
import type { Clock } from '../contract/clock';
import type { LiveKeys } from '../gateway/keys/clientKeys';
import type { StoredIndex } from '../gateway/lookup/indexStore';
import type { AdminPage } from '../http/admin/adminApp';
import { serverLimits } from '../http/server/openServer';
import { type RunningServer, startServer } from '../http/server/startServer';
import type { Mappings } from '../mapping/compile/loadMappings';
import { failure, type Result, success } from '../contract/result';
import type { Sandbox } from '../sandbox/sandboxOptions';
import { createRecorder } from '../shadow/recorder';
import type { Closers } from './closers';
import { type ComposedEdge, composeEdge } from './composeEdge';
import { connectionLimits, ENDING_SPARE_MS } from './processLimits';
import { createDriftLog, shareDrift } from './notifiers';
import type { ServingComparison } from './prepareShadow';
import { keysOf, type Secrets } from './reload/secrets';
import { openProcessJournal, type ProcessJournal } from './stores/leftWrites';
import type { OpenedComparison } from './stores/openComparison';
import type { OpenedEvidence } from './stores/openEvidence';
import { openIndex } from './stores/openStores';
import { shareAlarms } from './stores/sharedAlarms';
import {
  createUncaughtReport,
  followUncaughtErrors,
  type ReportUncaught,
} from '../http/observability/uncaughtErrors';
import type { ProcessFigures } from './cluster/workerMessages';

/** Options of openWorker. */
export interface WorkerOptions extends Secrets {
  readonly config: Config;
  readonly origins: { readonly v2: string; readonly v1: string | undefined };
  readonly mappings: Mappings;
  readonly guidePage: () => Promise<AdminPage>;
  /** Keys of the sandbox, if there is one. */
  readonly sandbox: Pick<Sandbox, 'keys'> | undefined;
  readonly evidence: OpenedEvidence;
  /** Receives recorded exchanges, each once. */
  readonly recorded: (exchanges: readonly RecordedExchange[]) => unknown;
  /** True if the parent process logs and notifies for this one. */
  readonly isSilent: boolean;
  /** The index of this process's own store; absent: the worker opens it where the settings place it. */
  readonly index?: StoredIndex | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly linesLost: (() => number) | undefined;
  /**
   * Ends the process in order; absent if the process belongs to another program, which then also handles uncaught
   * errors.
   */
  readonly endProcess?: (() => void) | undefined;
}

/** Answers clients; each process has one. */
export interface Worker extends Pick<ComposedEdge, 'edge' | 'isMapped' | 'readBack'> {
  /** File of the process's notes on writes under way. */
  readonly journal: ProcessJournal['file'];
  readonly figures: ProcessFigures;
  readonly indexes: ComposedEdge['indexes'];
  /** Counts an uncaught error and raises an alarm for it. */
  readonly reportUncaught: ReportUncaught;
  /** Switches to other mappings, in force on the next request. */
  readonly use: (mappings: Mappings) => void;
  readonly useKeyTable: LiveKeys['use'];
  /** Sets the certificate of new connections. */
  readonly useTls: (tls: Secrets['tls']) => void;
  /** Listens on the configured port, or returns the reason why it cannot. */
  readonly listen: () => Promise<Result<RunningServer, readonly string[]>>;
}

/** Opens the comparison of the requests that a process answers. */
export function openWorkerComparison(
  { privacy, rules, accounts, collection }: Omit<OpenedComparison, 'recorder'>,
  {
    config,
    mappings,
    clock,
    recorded,
  }: Pick<WorkerOptions, 'config' | 'clock' | 'recorded'> & {
    readonly mappings: Pick<Mappings, 'wire'>;
  },
  closers: Closers,
): ServingComparison & { readonly sendRecorded: () => Promise<number> } {
  const recorder = createRecorder({
    ...{ privacy, clock, most: config.comparison.bodyBytes, wire: mappings.wire },
  });
  let readTo = 0;
  const sendRecorded = async (): Promise<number> => {
    const { exchanges, next, lost } = recorder.read(readTo);
    readTo = next;
    if (exchanges.length > 0) await recorded(exchanges);
    return lost;
  };
  closers.add(async () => {
    await sendRecorded();
  });
  const { compare, close } = compareInThread({ rules, now: clock.now });
  closers.add(close);
  const { seen: onPair, wantsControl } = collection;
  return { compare, recorder, accounts, seen: onPair, wantsControl, sendRecorded };
}

/** Opens keys, index, comparison and edge of one process without listening. */
export async function openWorker(
  options: WorkerOptions,
  closers: Closers,
): Promise<Result<Worker, readonly string[]>> {
  const { config, origins, mappings, guidePage, keyTable, sandbox, evidence, logger, clock } = options;
  const { cutover } = evidence;
  const alarms = shareAlarms(cutover, clock);
  const { notify, failing } = evidence.notifiers;
  alarms.watch(failing);
  const drifted = shareDrift(
    options.isSilent ? undefined : createDriftLog({ logger, notify, now: clock.now }),
    cutover,
  );
  const keys = keysOf(keyTable, { settings: config.keys, sandbox });
  const index = options.index ? success(options.index) : await openIndex(config.index.store, closers);
  if (!index.ok) return failure([index.failure]);
  const journal = await openProcessJournal({ config, clock, alarms }, closers);
  if (!journal.ok) return failure([journal.failure]);
  const comparison = evidence.comparison && openWorkerComparison(evidence.comparison, options, closers);
  const gatewayParts = { config, origins, mappings, keys, indexStore: index.value, guidePage, logger, clock };
  const more = { comparison, linesLost: options.linesLost, journal: journal.value.journal };
  const shared = { cutover, alarms, drifted, usage: evidence.usage.count };
  const opened = composeEdge({ ...gatewayParts, ...shared, ...more }, closers);
  const { edge, isMapped, readBack, use, metrics, drift, unlisted, indexes, tail } = opened;
  const { endProcess } = options;
  const reportUncaught = createUncaughtReport({ alarms, metrics, notify, clock });
  if (endProcess !== undefined) {
    const graceMs = config.deadlines.shutdown + ENDING_SPARE_MS;
    closers.add(followUncaughtErrors({ logger, report: reportUncaught, endProcess, graceMs, clock }));
  }
  let { tls } = options;
  let server: RunningServer | undefined;
  return success({
    ...{ edge, isMapped, readBack, reportUncaught },
    journal: journal.value.file,
    use,
    useKeyTable: keys.use,
    useTls: (next) => {
      tls = next;
      if (next !== undefined) server?.useTls(next);
    },
    indexes,
    figures: {
      metrics: metrics.values,
      drift,
      unlisted,
      tailed: tail.take,
      recorded: () => comparison?.sendRecorded() ?? Promise.resolve(0),
    },
    listen: async () => {
      const { host, port } = config.listen;
      const limits = { ...serverLimits, connections: connectionLimits().clients };
      const started = await startServer({ edge, host, port, tls, limits, clock });
      if (!started.ok) return failure([`--port, listen: ${started.failure.message}`]);
      server = started.value;
      return started;
    },
  });
}
