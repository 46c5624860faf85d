import { compareInThread } from '../comparison/compare/compareInThread';
import type { Clock } from '../contract/clock';
import { failure, type Result, success } from '../contract/result';
import { createUncaughtReport, followUncaughtErrors } from '../http/observability/uncaughtErrors';
import type { Edge } from '../http/server/openServer';
import { type RunningServer, startServer } from '../http/server/startServer';
import type { Mappings } from '../mapping/compile/loadMappings';
import type { Fixture } from '../mapping/yaml/fixtureFile';
import type { Sandbox } from '../sandbox/sandboxOptions';
import { createRecorder, type WorkerBatch, type Recorder } from '../shadow/recorder';
import { adminDocuments } from './admin/adminDocuments';
import type { Closers } from './closers';
import { composeEdge } from './composeEdge';
import type { ServingComparison } from './composeGateway';
import { createDriftListener } from './notifiers';
import { ENDING_SPARE_MS, ownServerLimits } from './processLimits';
import { createMappingsThread } from './reload/mappingsThread';
import { keysOf, type Secrets } from './reload/secrets';
import { openProcessJournal } from './stores/leftWrites';
import { openEventRelay } from './stores/eventRelay';
import type { Role } from './stores/member';
import type { OpenedComparison } from './stores/openComparison';
import { type EvidenceOptions, openEvidence } from './stores/openEvidence';
import { openStores } from './stores/openStores';
import type { Upstreams } from './upstreams';

export interface WorkerOptions extends Secrets, Omit<EvidenceOptions, 'stores' | 'hasV1' | 'clock' | 'role'> {
  readonly origins: Upstreams['origins'];
  /** Keys of the sandbox, if there is one. */
  readonly sandbox: Pick<Sandbox, 'keys'> | undefined;
  readonly role: Role;
  readonly clock: Clock;
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
  const most = config.comparison.bodyBytes;
  const recorder = createRecorder({ privacy, clock, most, wire: mappings.wire });
  const { compare, close } = compareInThread({ rules, now: clock.now });
  closers.add(close);
  const { notePair: note, wantsControl } = collection;
  return { compare, recorder, accounts, seen: note, wantsControl };
}

/** Returns the function that reads what was recorded since its last call. The first call begins. */
function createBatchReader(recorder: Pick<Recorder, 'read'> | undefined): () => WorkerBatch {
  let position = 0;
  return () => {
    if (recorder === undefined) return { exchanges: [], lost: 0 };
    const { next, ...recorded } = recorder.read(position);
    position = next;
    return recorded;
  };
}

/** Returns the figures of this process that no store has. */
const figuresOf = (
  { metrics, drift, tail }: ReturnType<typeof composeEdge>,
  comparison: ServingComparison | undefined,
) => ({
  metrics: metrics.readValues,
  drift,
  unlisted: metrics.unlisted,
  tailed: tail.take,
  recorded: createBatchReader(comparison?.recorder),
});

async function openParts(options: WorkerOptions, closers: Closers) {
  const { config, origins, clock } = options;
  const stores = await openStores(config, closers);
  if (!stores.ok) return stores;
  const hasV1 = origins.v1 !== undefined;
  const evidence = await openEvidence({ ...options, stores: stores.value, hasV1 }, closers);
  if (!evidence.ok) return evidence;
  const { ownAlarms: alarms } = evidence.value.cutover;
  alarms.addSource(evidence.value.notifiers.failing);
  const journal = await openProcessJournal({ config, clock, alarms }, closers);
  if (!journal.ok) return failure([journal.failure]);
  const { notices } = stores.value;
  const { isLeader } = evidence.value.cutover;
  const relay = openEventRelay({ ...options, notices, alarms, isLeader }, closers);
  if (!relay.ok) return failure([relay.failure]);
  return success({
    evidence: evidence.value,
    indexStore: stores.value.index,
    alarms,
    journal: journal.value,
    relay: relay.value,
  });
}

/** Opens everything that a process needs to answer clients, without listening. */
export async function openWorker(
  options: WorkerOptions,
  closers: Closers,
): Promise<Result<Worker, readonly string[]>> {
  const opened = await openParts(options, closers);
  return opened.ok ? success(createWorker(options, opened.value, closers)) : opened;
}

type WorkerParts = Extract<Awaited<ReturnType<typeof openParts>>, { ok: true }>['value'];

function createWorker(options: WorkerOptions, workerParts: WorkerParts, closers: Closers) {
  const { config, keyTable, sandbox, role, logger, clock, endProcess } = options;
  const { evidence, alarms, journal, relay } = workerParts;
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
      ...workerParts,
      keys,
      cutover,
      comparison,
      journal: journal.journal,
      // The main process logs the drift of its workers.
      drifted: createDriftListener({ logger, notify, now: clock.now, isHead: role !== 'worker' }, cutover),
      usage: evidence.usage.count,
      guidePage: documents.pages['/guide'],
    },
    closers,
  );
  const { edge, isMapped, readBack, metrics, indexes } = composed;
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
    figures: figuresOf(composed, comparison),
    reportUncaught,
    /** File of the process's notes on writes under way. */
    journal: journal.file,
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
