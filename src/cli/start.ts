import type { Logger } from 'pino';
import type { Environment } from '../config';
import type { Config } from '../config/config';
import { jsonPage } from '../http/adminPage';
import { grafanaDashboard } from '../http/grafanaDashboard';
import type { Mappings } from '../mapping/loadMappings';
import type { Sandbox } from '../sandbox/sandbox';
import { failure, type Result, success } from '../translation/result';
import { adminDocuments } from './adminDocuments';
import type { Closers } from './closers';
import { composeEdge } from './composeEdge';
import { openKeys } from './openKeys';
import { readMappings } from './readMappings';
import { beginRecording } from './recording/beginRecording';
import { readTls } from './readTls';
import { followMappings } from './reload/followMappings';
import { openReload, type ReloadSource } from './reload/openReload';
import { type Servers, startServers } from './startServers';
import { cutoverControl } from './cutoverControl';
import { openComparison } from './openComparison';
import { openEvidence } from './openEvidence';
import { openIndex } from './openIndex';
import { openUpstreams } from './openUpstreams';
import { systemClock as clock } from './systemClock';

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
}

/** What has been started. */
export interface Started extends Servers {
  readonly sandbox: Sandbox | undefined;
}

/** Opens everything, each thing before what needs it; whatever cannot be opened ends the start with its reasons. */
export async function start(plan: StartPlan, closers: Closers): Promise<Result<Started, readonly string[]>> {
  const { config, environment, logger, colour } = plan;
  const mappings = readMappings(config.mappings, { colour });
  if (!mappings.ok) return mappings;
  const tls = readTls(config.listen.tls);
  if (!tls.ok) return failure([tls.failure]);

  const opened = await openUpstreams(plan, closers);
  if (!opened.ok) return failure([opened.failure]);
  const { origins, sandbox } = opened.value;

  const keys = await openKeys({ settings: config.keys, environment, sandbox, colour });
  if (!keys.ok) return keys;

  const index = await openIndex(config, closers);
  if (!index.ok) return failure([index.failure]);

  const hasV1 = origins.v1 !== undefined;
  const gathers = { config, mappings: mappings.value, hasV1, logger, colour };
  const evidence = await openEvidence(gathers, openComparison, closers);
  if (!evidence.ok) return evidence;
  const { cutover, comparison } = evidence.value;
  const recording = { file: plan.record, recorder: comparison?.recorder, logger };
  const begun = await beginRecording(recording, closers);
  if (!begun.ok) return begun;

  const folder = config.mappings;
  const documents = adminDocuments(folder, mappings.value);
  const guidePage = documents.pages['/guide'];
  const makings = { config, mappings: mappings.value, keys: keys.value, indexStore: index.value, logger };
  const parts = { ...makings, origins, cutover, comparison, guidePage };
  const { edge, use: exchange, drift, metrics, unlisted, ailing } = composeEdge(parts, closers);
  const use = (next: Mappings): void => {
    exchange(next);
    evidence.value
      .adopt(next)
      .catch((error: unknown) => logger.error({ err: error }, 'new evidence could not be begun'));
  };
  const replace: ReloadSource['use'] = (next, fixtures) => {
    use(next);
    documents.use(next, fixtures);
  };
  const { hash, reload } = openReload({ folder, hash: mappings.value.hash, use: replace, logger });
  const pages = {
    '/drift': () => jsonPage(drift()),
    '/metrics': metrics.page,
    '/unlisted': () => jsonPage(unlisted()),
    '/grafana.json': () => jsonPage(grafanaDashboard()),
    ...documents.pages,
  };
  const admin = {
    mappings: hash,
    pages,
    ...evidence.value.pages,
    ...cutoverControl(cutover, config, () => [...(comparison?.ailing() ?? []), ...ailing()]),
  };
  documents.prepare();
  const servers = await startServers({ edge, admin }, tls.value, config, closers);
  if (!servers.ok) return failure([servers.failure]);
  followMappings({ folder, clock, logger, reload }, closers);

  logger.info({ ...servers.value, v2: origins.v2, v1: origins.v1, mappings: hash() }, 'ready');
  return success({ ...servers.value, sandbox });
}
