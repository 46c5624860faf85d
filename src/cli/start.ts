import type { Logger } from 'pino';
import type { Environment } from '../config';
import type { Config } from '../config/config';
import type { Clock } from '../gateway/clock';
import { jsonPage } from '../http/adminPage';
import type { LiveKeys } from '../gateway/keys/createClientKeys';
import { createTailPages } from '../http/createTail';
import type { Sandbox } from '../sandbox/sandbox';
import { failure, type Result, success } from '../translation/result';
import { adminDocuments } from './adminDocuments';
import type { Closers } from './closers';
import { composeEdge } from './composeEdge';
import { createDriftLog } from './createDriftLog';
import { observerPages } from './observerPages';
import { keysOf } from './openKeys';
import { openSecrets, type Secrets } from './openSecrets';
import { readMappings } from './readMappings';
import { beginRecording } from './recording/beginRecording';
import { followFolders, mappingFolders } from './reload/followFolders';
import { followSecrets } from './reload/followSecrets';
import { openReload, type ReloadSource } from './reload/openReload';
import { type Servers, startServers } from './startServers';
import { systemClock } from './systemClock';
import { cutoverControl } from './cutoverControl';
import { openComparison } from './openComparison';
import { openEvidence, type OpenedEvidence } from './openEvidence';
import { openIndex } from './openIndex';
import { openUpstreams } from './openUpstreams';
import { indexActions, indexPages, warming, warmProgress } from './warmIndex';

/** What to start. */
export interface StartPlan {
  readonly config: Config;
  readonly sandboxPort: number;
  readonly liveShapes: boolean;
  readonly logger: Logger;
  readonly environment: Environment;
  /** Recording to add what v1 answers to; absent: nothing is recorded. */
  readonly record?: string | undefined;
  /** True when faults may be coloured. */
  readonly colour: boolean;
  /** Lines of the log that were left out. */
  readonly linesLost?: () => number;
  /** The machine's unless given. */
  readonly clock?: Clock;
}

/** What has been started. */
export interface Started extends Servers {
  readonly sandbox: Sandbox | undefined;
}

/** Exchanges the keys of clients, and what they are called. */
const tableUse =
  ({ use }: Pick<LiveKeys, 'use'>, { nameCallers }: Pick<OpenedEvidence<unknown>, 'nameCallers'>) =>
  (table: Secrets['keyTable']): void => {
    nameCallers(table);
    use(table);
  };

/** Opens everything, each thing before what needs it; whatever cannot be opened ends the start with its reasons. */
export async function start(plan: StartPlan, closers: Closers): Promise<Result<Started, readonly string[]>> {
  const { config, logger, colour, linesLost, clock = systemClock } = plan;
  const mappings = readMappings(config.mappings, { colour });
  if (!mappings.ok) return mappings;
  const read = await openSecrets(plan);
  if (!read.ok) return read;
  const secrets = read.value;

  const opened = await openUpstreams(plan, closers);
  if (!opened.ok) return failure([opened.failure]);
  const { origins, sandbox } = opened.value;

  const keys = keysOf(secrets.keyTable, { settings: config.keys, sandbox });
  const index = await openIndex(config, closers);
  if (!index.ok) return failure([index.failure]);

  const hasV1 = origins.v1 !== undefined;
  const { keyTable } = secrets;
  const gathers = { config, mappings: mappings.value, keyTable, hasV1, logger, colour, clock };
  const evidence = await openEvidence(gathers, openComparison, closers);
  if (!evidence.ok) return evidence;
  const { cutover, comparison, adopt } = evidence.value;
  const recording = { file: plan.record, recorder: comparison?.recorder, logger };
  const begun = await beginRecording(recording, closers);
  if (!begun.ok) return begun;

  const folder = config.mappings;
  const documents = adminDocuments(folder, mappings.value);
  const guidePage = documents.pages['/guide'];
  const makings = { config, mappings: mappings.value, keys, indexStore: index.value, logger, clock };
  const { alarms } = cutover;
  const drifted = createDriftLog({ logger, notify: evidence.value.notify, now: clock.now });
  const parts = { ...makings, origins, cutover, alarms, drifted, comparison, linesLost, guidePage };
  const { edge, use: exchange, drift, metrics, unlisted, indexes, tail } = composeEdge(parts, closers);
  const use: ReloadSource['use'] = ({ mappings: next, fixtures }) => {
    exchange(next);
    adopt(next).catch((error: unknown) => logger.error({ err: error }, 'new evidence could not be begun'));
    documents.use(next, fixtures);
  };
  const { hash, reload } = openReload({ folder, hash: mappings.value.hash, use, logger, alarms });
  const pages = {
    '/drift': () => jsonPage(drift()),
    '/unlisted': () => jsonPage(unlisted()),
    ...observerPages({ config, cutover, comparison, clock }, async () => [await metrics.values()]),
    ...documents.pages,
    ...indexPages(indexes, cutover.callerName),
  };
  const admin = {
    mappings: hash,
    pages,
    ...{ actions: indexActions(indexes, cutover.callerName), tail: createTailPages(tail) },
    warming: warmProgress({ config, indexes }),
    ...evidence.value.pages,
    ...cutoverControl(cutover, config, clock),
  };
  documents.prepare();
  const servers = await startServers({ edge, admin }, secrets.tls, config, closers);
  if (!servers.ok) return failure([servers.failure]);
  followFolders({ folders: mappingFolders(folder), logger, reload, clock }, closers);
  const { origins: listening, useTls } = servers.value;
  const useKeyTable = warming({ config, indexes, logger }, tableUse(keys, evidence.value));
  followSecrets({ ...plan, secrets, useKeyTable, useTls, alarms }, closers);

  logger.info({ ...listening, v2: origins.v2, v1: origins.v1, mappings: hash() }, 'ready');
  return success({ ...listening, sandbox });
}
