import type { Config } from '../../config/configuration';
import type { Logger } from 'pino';
import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import { platformOf } from '../../contract/platform';
import { failure, type Result, success } from '../../contract/result';
import { compileMappings, type Mappings, type MappingTexts } from '../../mapping/compile/loadMappings';
import { renderFault } from '../../mapping/yaml/fileFault';
import { type AdminDocuments, adminDocuments } from '../admin/adminDocuments';
import { type Closers, createClosers } from '../closers';
import { openLog, openNotifiers } from '../notifiers';
import { createMappingsThread } from '../reload/mappingsThread';
import { type OpenedEvidence, openEvidence } from '../stores/openEvidence';
import { openStores } from '../stores/openStores';
import { systemClock as clock } from '../systemClock';
import { openWorker, type Worker } from '../worker';
import type { FilesInForce, FromWorker, ProcessFigures, ToWorker, WorkerPlan } from './workerMessages';

/** Compiles mappings that the head has accepted; a fault here is a bug, because the head found none. */
function compileAccepted(texts: MappingTexts): Result<Mappings, readonly string[]> {
  const mappings = compileMappings(texts);
  return mappings.ok
    ? mappings
    : failure(mappings.failure.map((fault) => renderFault(fault, { colour: false })));
}

/** Options of startWorker that are not in its plan. */
interface WorkerParts extends Pick<ReturnType<typeof openLog>, 'logger' | 'linesLost'> {
  readonly recorded: (exchanges: readonly RecordedExchange[]) => void;
  readonly endProcess?: () => void;
}

/** A serving worker. */
export interface StartedWorker {
  readonly origin: string;
  readonly figures: ProcessFigures;
  /** Puts other files in force. */
  readonly use: (files: Partial<FilesInForce>) => void;
}

/** Opens the documents of mappings; each is made when somebody asks for it. */
function openDocuments({ mappings: folder }: Config, mappings: Mappings, closers: Closers): AdminDocuments {
  const thread = createMappingsThread(clock);
  closers.add(thread.close);
  return adminDocuments(folder, mappings, thread);
}

/** Returns the function that puts other files in force. */
function putInForce(
  worker: Worker,
  evidence: OpenedEvidence,
  documents: AdminDocuments,
  logger: Logger,
): StartedWorker['use'] {
  const useMappings = (texts: MappingTexts): void => {
    const next = compileAccepted(texts);
    if (!next.ok) {
      logger.error({ reasons: next.failure }, 'the mappings were not taken over');
      return;
    }
    worker.use(next.value);
    documents.use(next.value);
    void evidence.adopt(next.value);
  };
  return (next) => {
    if (next.mappings !== undefined) useMappings(next.mappings);
    if (next.tls !== undefined) worker.useTls(next.tls);
    if (next.keyTable === undefined) return;
    evidence.nameCallers(next.keyTable);
    worker.useKeyTable(next.keyTable);
  };
}

/** Serves as one of several equal gateways, which meet in the store. */
export async function startWorker(
  plan: WorkerPlan,
  { logger, linesLost, recorded, endProcess }: WorkerParts,
  closers: Closers,
): Promise<Result<StartedWorker, readonly string[]>> {
  const { config, origins, keyTable, files } = plan;
  const mappings = compileAccepted(plan.mappings);
  if (!mappings.ok) return mappings;
  const stores = await openStores(config, closers);
  if (!stores.ok) return stores;
  const common = { config, logger, clock, mappings: mappings.value, keyTable };
  const evidence = await openEvidence(
    {
      ...common,
      stores: stores.value,
      files,
      hasV1: origins.v1 !== undefined,
      role: 'worker',
      notifiers: openNotifiers(config, logger, closers, clock),
      colour: false,
    },
    closers,
  );
  if (!evidence.ok) return evidence;
  const documents = openDocuments(config, mappings.value, closers);
  const opened = await openWorker(
    {
      ...common,
      origins,
      tls: plan.tls,
      sandbox: plan.sandbox,
      evidence: evidence.value,
      index: stores.value.index,
      guidePage: documents.pages['/guide'],
      isSilent: true,
      linesLost,
      recorded,
      endProcess,
    },
    closers,
  );
  if (!opened.ok) return opened;
  const worker = opened.value;
  const server = await worker.listen();
  if (!server.ok) return server;
  closers.add(() => server.value.close(config.deadlines.shutdown));
  return success({
    origin: server.value.origin,
    figures: worker.figures,
    use: putInForce(worker, evidence.value, documents, logger),
  });
}

const send = (message: FromWorker): void => void process.send?.(message);

/** Follows the messages of the head, which starts and ends this process; `end` ends it in order. */
function followHead(
  start: (plan: WorkerPlan) => Promise<Result<StartedWorker, readonly string[]>>,
  end: () => void,
) {
  let worker: StartedWorker | undefined;
  const begin = async (plan: WorkerPlan): Promise<void> => {
    const started = await start(plan);
    if (started.ok) worker = started.value;
    send({ kind: 'started', started: started.ok ? success(started.value.origin) : started });
  };
  const answer = async ({ ticket, figure }: Extract<ToWorker, { kind: 'ask' }>): Promise<void> => {
    const value = figure === 'sign' ? true : await worker?.figures[figure]();
    send({ kind: 'answer', ticket, value });
  };
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'start') void begin(message.plan);
    else if (message.kind === 'ask') void answer(message);
    else if (message.kind === 'use') worker?.use(message.files);
    else end();
  });
  process.once('disconnect', end);
  // The signals of a terminal reach the head as well, which ends this process.
  for (const signal of [...platformOf(process.platform).stops, 'SIGHUP'] as const)
    process.on(signal, signal === 'SIGTERM' ? end : () => undefined);
  send({ kind: 'hello' });
}

/**
 * Serves as one of several processes until the head ends it or disconnects. After an error that leaves the process in
 * an unknown state it returns 1, and the head replaces the process.
 */
export async function runWorker(pretty: boolean): Promise<0 | 1> {
  let code: 0 | 1 = 0;
  let close = (): Promise<void> => Promise.resolve();
  await new Promise<void>((end) => {
    const endProcess = (): void => {
      code = 1;
      end();
    };
    const start = (plan: WorkerPlan): ReturnType<typeof startWorker> => {
      const { logger, linesLost, endLog } = openLog(plan.config, pretty);
      const closers = createClosers((error) => logger.error({ err: error }, 'could not be closed'));
      closers.add(endLog); // closed last
      close = closers.closeAll;
      const recorded = (exchanges: readonly RecordedExchange[]): void =>
        send({ kind: 'recorded', exchanges });
      return startWorker(plan, { logger, linesLost, recorded, endProcess }, closers);
    };
    followHead(start, end);
  });
  await close();
  return code;
}
