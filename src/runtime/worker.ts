import { compareInThread } from '../comparison/compare/compareInThread';
import { failure, type Result, success } from '../contract/result';
import { createUncaughtReport, followUncaughtErrors } from '../http/observability/uncaughtErrors';
import type { Edge } from '../http/server/openServer';
import { type RunningServer, startServer } from '../http/server/startServer';
import type { Mappings } from '../mapping/compile/loadMappings';
import type { Fixture } from '../mapping/yaml/fixtureFile';
import type { Sandbox } from '../sandbox/sandboxOptions';
import { createRecorder } from '../shadow/recorder';
import { adminDocuments } from './admin/adminDocuments';
import type { Closers } from './closers';
import { composeEdge } from './composeEdge';
import type { EdgeParts, ServingComparison } from './composeGateway';
import { createDriftListener } from './notifiers';
import { ENDING_SPARE_MS, ownServerLimits } from './processLimits';
import { createMappingsThread } from './reload/mappingsThread';
import { keysOf, type Secrets } from './reload/secrets';
import { openProcessJournal } from './stores/leftWrites';
import { openEventRelay } from './stores/eventRelay';
import type { OpenedComparison } from './stores/openComparison';
import { type EvidenceOptions, type OpenedEvidence, openEvidence } from './stores/openEvidence';
import { openStores } from './stores/openStores';
import type { Upstreams } from './upstreams';

export interface WorkerOptions extends Secrets, Omit<EvidenceOptions, 'stores' | 'hasV1'> {
  readonly origins: Upstreams['origins'];
  /** Keys of the sandbox, if there is one. */
  readonly sandbox: Pick<Sandbox, 'keys'> | undefined;
  /** Returns the count of dropped log lines. */
  readonly linesLost: (() => number) | undefined;
  /** Ends the process in order. It is absent if it belongs to another program, which handles uncaught errors. */
  readonly endProcess?: (() => void) | undefined;
}

/** Answers clients; each process has one. */
export type Worker = ReturnType<typeof createWorker>;

/** Opens the comparison of the requests that a process answers. */
export function openWorkerComparison(
  { privacy, rules, accounts, collection }: OpenedComparison,
  options: Pick<WorkerOptions, 'config' | 'clock'> & { readonly mappings: Pick<Mappings, 'wire'> },
  closers: Closers,
): ServingComparison {
  const { config, mappings, clock } = options;
  const recorder = createRecorder({ privacy, clock, most: config.comparison.bodyBytes, wire: mappings.wire });
  const { compare, close } = compareInThread({ rules, now: clock.now });
  closers.add(close);
  const { notePair: seen, wantsControl } = collection;
  return { compare, recorder, accounts, seen, wantsControl };
}

/** Opens everything that a process needs to answer clients, without listening. */
export async function openWorker(
  options: WorkerOptions,
  closers: Closers,
): Promise<Result<Worker, readonly string[]>> {
  const { config, origins, clock } = options;
  const stores = await openStores(config, closers);
  if (!stores.ok) return stores;
  const { notices, index: indexStore } = stores.value;
  const hasV1 = origins.v1 !== undefined;
  const evidence = await openEvidence({ ...options, stores: stores.value, hasV1 }, closers);
  if (!evidence.ok) return evidence;
  const { ownAlarms: alarms, isLeader } = evidence.value.cutover;
  alarms.addSource(evidence.value.notifiers.failing);
  const journal = await openProcessJournal({ config, clock, alarms }, closers);
  if (!journal.ok) return failure([journal.failure]);
  const relay = openEventRelay({ ...options, notices, alarms, isLeader }, closers);
  if (!relay.ok) return failure([relay.failure]);
  const noted = { ...journal.value, relay: relay.value };
  return success(createWorker({ ...options, ...noted, indexStore, alarms }, evidence.value, closers));
}

type WorkerParts = WorkerOptions &
  Pick<EdgeParts, 'indexStore' | 'alarms' | 'journal' | 'relay'> & {
    /** File of the process's notes on writes under way. */
    readonly file: string | undefined;
  };

function createWorker(options: WorkerParts, evidence: OpenedEvidence, closers: Closers) {
  const { config, keyTable, sandbox, role, alarms, relay, logger, clock, endProcess } = options;
  const { cutover, notifiers } = evidence;
  const { notify } = notifiers;
  const thread = createMappingsThread(clock);
  closers.add(thread.close);
  const documents = adminDocuments(config.mappings, options.mappings, thread);
  const keys = keysOf(keyTable, { settings: config.keys, sandbox });
  const comparison = evidence.comparison && openWorkerComparison(evidence.comparison, options, closers);
  const composed = composeEdge(
    {
      ...options,
      keys,
      cutover,
      comparison,
      // The main process logs the drift of its workers.
      drifted: createDriftListener({ logger, notify, now: clock.now, isHead: role !== 'worker' }, cutover),
      usage: evidence.usage.count,
      guidePage: documents.pages['/guide'],
    },
    closers,
  );
  const { edge, isMapped, readBack, metrics, drift, tail, indexes } = composed;
  const reportUncaught = createUncaughtReport({ alarms, metrics, notify, clock });
  if (endProcess !== undefined) {
    const graceMs = config.deadlines.shutdown + ENDING_SPARE_MS;
    closers.add(followUncaughtErrors({ logger, report: reportUncaught, endProcess, graceMs, clock }));
  }
  return {
    edge,
    isMapped,
    readBack,
    indexes,
    evidence,
    documents,
    relay,
    thread,
    /** Figures of this process that no store has. */
    figures: {
      metrics: metrics.readValues,
      drift,
      unlisted: metrics.unlisted,
      tailed: tail.take,
      recorded: () => comparison?.recorder.takeBatch() ?? { exchanges: [], lost: 0 },
    },
    reportUncaught,
    journal: options.file,
    /** Switches to other mappings, in force on the next request. Resolves when new evidence has begun. */
    use: (next: Mappings, examples?: readonly Fixture[]): Promise<void> => {
      composed.use(next);
      relay?.use(next);
      documents.use(next, examples);
      const logFailure = (error: unknown) => logger.error({ err: error }, 'new evidence could not be begun');
      return evidence.adopt(next).catch(logFailure);
    },
    useKeyTable: (table: Secrets['keyTable']): void => {
      evidence.nameCallers(table);
      keys.replaceTable(table);
    },
    ...openPort(options, edge, closers),
  };
}

function openPort({ config, clock, ...options }: WorkerOptions, edge: Edge, closers: Closers) {
  let { tls } = options;
  let server: RunningServer | undefined;
  return {
    /** Sets the certificate of new connections. */
    useTls: (next: Secrets['tls']): void => {
      tls = next;
      if (next !== undefined) server?.useTls(next);
    },
    /** Listens on the configured port and returns the origin, or the reason why it cannot. */
    listen: async (): Promise<Result<string, readonly string[]>> => {
      const { host, port } = config.listen;
      const started = await startServer({ edge, host, port, tls, limits: ownServerLimits(), clock });
      if (!started.ok) return failure([`--port, listen: ${started.failure.message}`]);
      const { origin, close } = (server = started.value);
      closers.add(() => close(config.deadlines.shutdown));
      return success(origin);
    },
  };
}
