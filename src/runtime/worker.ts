import type { Logger } from 'pino';
import type { Accounts } from '../comparison/keep/comparisonAccounts';
import type { RecordedExchange } from '../comparison/keep/recordedExchange';
import { compareInThread } from '../comparison/compare/compareInThread';
import type { Config } from '../config/configuration';
import type { Alarms } from '../cutover/alarms';
import type { ServingCutover } from '../cutover/servingCutover';
import type { DriftFinding } from '../drift/driftReport';
import type { Clock } from '../contract/clock';
import type { LiveKeys } from '../gateway/keys/clientKeys';
import type { KeptIndexStore } from '../gateway/lookup/indexStore';
import type { AdminPage } from '../http/admin/adminApp';
import { serverLimits } from '../http/server/openServer';
import { type RunningServer, startServer } from '../http/server/startServer';
import type { Mappings } from '../mapping/compile/loadMappings';
import { failure, type Result, success } from '../contract/result';
import type { Sandbox } from '../sandbox/sandboxOptions';
import type { UsageCounter } from '../usage/usageCounter';
import { createRecorder } from '../shadow/recorder';
import type { Closers } from './closers';
import { type ComposedEdge, composeEdge } from './composeEdge';
import { connectionLimits } from './processLimits';
import { comparisonPrivacy, type ServingComparison } from './prepareShadow';
import { keysOf, type Secrets } from './reload/secrets';
import { openProcessJournal, type ProcessJournal } from './stores/leftWrites';
import { openIndex } from './stores/openStores';
import type { ComparisonPlan, WorkerReads } from './cluster/clusterCalls';

/** Link from the comparison of a worker to the primary, which judges its results. */
export interface ComparisonLink extends Pick<ServingComparison, 'seen' | 'wantsControl'> {
  readonly plan: ComparisonPlan;
  readonly accounts: Pick<Accounts, 'open'>;
  readonly recorded: (exchanges: readonly RecordedExchange[]) => unknown;
}

/** The primary as a worker uses it: in the same process, or at the other end of a link. */
export interface PrimaryLink {
  readonly cutover: ServingCutover;
  readonly alarms: Pick<Alarms, 'watch' | 'take'>;
  readonly drifted: (finding: DriftFinding) => void;
  readonly usage: Pick<UsageCounter, 'count'>;
  /** Absent: nothing is compared. */
  readonly comparison: ComparisonLink | undefined;
}

/** Options of openWorker. */
interface WorkerOptions extends Secrets {
  readonly config: Config;
  readonly origins: { readonly v2: string; readonly v1: string | undefined };
  readonly mappings: Mappings;
  readonly guidePage: () => Promise<AdminPage>;
  /** Keys of the sandbox, if there is one. */
  readonly sandbox: Pick<Sandbox, 'keys'> | undefined;
  readonly primary: PrimaryLink;
  /** The index of this process's own store; absent: it is opened where the settings place it. */
  readonly index?: KeptIndexStore | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly linesLost: (() => number) | undefined;
}

/** Answers clients; each process has one. */
export interface Worker extends Pick<ComposedEdge, 'edge' | 'isMapped' | 'readBack'> {
  /** File of its notes on writes under way. */
  readonly journal: ProcessJournal['file'];
  readonly reads: WorkerReads;
  /** Switches to other mappings, in force on the next request. */
  readonly use: (mappings: Mappings) => void;
  readonly useKeyTable: LiveKeys['use'];
  /** Sets the certificate of new connections. */
  readonly useTls: (tls: Secrets['tls']) => void;
  /** Listens on the configured port, or returns the reason why it cannot. */
  readonly listen: () => Promise<Result<RunningServer, readonly string[]>>;
}

/** Opens the comparison of one worker; only results that the primary has received outlive the process. */
export function openWorkerComparison(
  link: ComparisonLink,
  { config, clock }: Pick<WorkerOptions, 'config' | 'clock'>,
  closers: Closers,
): ServingComparison & { readonly sendRecorded: () => Promise<number> } {
  const { plan, accounts, seen, wantsControl } = link;
  const privacy = comparisonPrivacy(config, Buffer.from(plan.secret, 'hex'));
  const recorder = createRecorder({ privacy, clock, most: config.comparison.bodyBytes });
  let readTo = 0;
  const sendRecorded = async (): Promise<number> => {
    const { exchanges, next, lost } = recorder.read(readTo);
    readTo = next;
    if (exchanges.length > 0) await link.recorded(exchanges);
    return lost;
  };
  closers.add(async () => {
    await sendRecorded();
  });
  const { compare, close } = compareInThread({ rules: plan.rules, now: clock.now });
  closers.add(close);
  return { compare, recorder, accounts, seen, wantsControl, sendRecorded };
}

/** Opens keys, index, comparison and edge of one process; it does not listen yet. */
export async function openWorker(
  options: WorkerOptions,
  closers: Closers,
): Promise<Result<Worker, readonly string[]>> {
  const { config, origins, mappings, guidePage, keyTable, sandbox, primary, logger, clock } = options;
  const keys = keysOf(keyTable, { settings: config.keys, sandbox });
  const index = options.index ? success(options.index) : await openIndex(config.index.store, closers);
  if (!index.ok) return failure([index.failure]);
  const journal = await openProcessJournal({ config, clock, alarms: primary.alarms }, closers);
  if (!journal.ok) return failure([journal.failure]);
  const comparison = primary.comparison && openWorkerComparison(primary.comparison, options, closers);
  const parts = { config, origins, mappings, keys, indexStore: index.value, guidePage, logger, clock };
  const more = { comparison, linesLost: options.linesLost, journal: journal.value.journal };
  const opened = composeEdge({ ...parts, ...primary, ...more }, closers);
  const { edge, isMapped, readBack, use, metrics, drift, unlisted, indexes, tail } = opened;
  let { tls } = options;
  let server: RunningServer | undefined;
  return success({
    ...{ edge, isMapped, readBack },
    journal: journal.value.file,
    use,
    useKeyTable: keys.use,
    useTls: (next) => {
      tls = next;
      if (next !== undefined) server?.useTls(next);
    },
    reads: {
      metrics: () => metrics.values(),
      drift: () => drift(),
      unlisted: () => unlisted(),
      tailed: () => tail.take(),
      indexes,
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
