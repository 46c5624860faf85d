import type { Logger } from 'pino';
import type { Config } from '../config/configuration';
import { type CallerName, withName } from '../cutover/callerNames';
import type { IndexState } from '../gateway/lookup/lookups';
import type { Clock } from '../contract/clock';
import { type AdminOptions, jsonPage } from '../http/admin/adminApp';
import { evidenceMetrics } from '../shadow/comparisonMetrics';
import { mergeMetrics } from '../http/observability/metrics';
import { monitoringFile, packageVersion, runbookFile } from './packageVersion';
import type { AdminDocuments } from './admin/adminDocuments';
import type { Workers } from './cluster/cluster';
import type { OpenedEvidence } from './stores/openEvidence';
import { runbookPage } from '../documents/runbookPage';
import { mergeDrift } from '../drift/mergeDrift';
import { createTail } from '../http/observability/requestTail';
import { createTailPages } from '../http/admin/tailPages';
import { mergeUnlisted } from '../http/observability/unlistedRequests';
import { isLoopback } from '../config/settingKinds';
import { createControl } from '../http/admin/controlApp';
import { createUsageApp } from '../http/admin/usageApp';
import { createConsole } from '../http/admin/consoleApp';
import { createConsoleActions } from './admin/consoleActions';
import type { CheckFiles } from './admin/filesState';
import { createConsoleViews } from './admin/consoleViews';
import { createMappingTrials } from './admin/mappingTrials';
import type { MappingsThread } from './reload/mappingsThread';
import { createSandboxFaults } from './admin/sandboxFaults';
import type { Sandbox } from '../sandbox/sandboxOptions';
import { memberNames } from './stores/member';
import { keyAges } from './reload/secrets';

/** Returns the progress of the indexes; `warm` starts reading the incomplete ones. */
type Indexes = (warm: boolean) => Promise<readonly IndexState[]>;

const statesPage = (states: readonly IndexState[], callerName: CallerName) =>
  jsonPage(states.map((state) => withName(state, state.caller, callerName)));

/** Shows the progress of the indexes on the admin port. */
const indexPages = (indexes: Indexes, callerName: CallerName): AdminOptions['pages'] => ({
  '/index': async () => statesPage(await indexes(false), callerName),
});

/** Lets the operator fill the indexes. */
const indexActions = (indexes: Indexes, callerName: CallerName): AdminOptions['pages'] => ({
  '/index/warm': async () => statesPage(await indexes(true), callerName),
});

/** Options of warming. */
interface Warming {
  readonly config: Pick<Config, 'index'>;
  readonly indexes: Indexes;
  readonly logger: Logger;
}

/** Counts the filled indexes until all are; undefined if the settings do not ask for warming. */
function warmProgress({ config, indexes }: Omit<Warming, 'logger'>): NonNullable<AdminOptions['warming']> {
  let isDone = !config.index.warm;
  return async () => {
    if (isDone) return undefined;
    const states = await indexes(false);
    const complete = states.filter(({ isComplete }) => isComplete).length;
    isDone = complete === states.length;
    return isDone ? undefined : { complete, of: states.length };
  };
}

/** Fills the indexes of the exchange table's keys if the settings ask for it, now and whenever the table changes. */
export function warming<Table>(
  { config, indexes, logger }: Warming,
  use: (table: Table) => unknown,
): (table: Table) => void {
  const warm = async (used?: unknown): Promise<void> => {
    await used;
    if (!config.index.warm) return;
    logger.info({ indexes: (await indexes(true)).length }, 'indexes are being filled');
  };
  const failed = (error: unknown) => logger.error({ err: error }, 'the indexes could not be filled');
  void warm().catch(failed);
  return (table) => void warm(use(table)).catch(failed);
}

/** Options of adminPages. */
interface AdminParts {
  readonly config: Config;
  readonly evidence: OpenedEvidence;
  readonly documents: Pick<AdminDocuments, 'pages' | 'mappings' | 'guide'>;
  /** The embedded marketplace, if the gateway calls it. */
  readonly sandbox: Pick<Sandbox, 'origin'> | undefined;
  readonly workers: Workers;
  /** Checks the mapping files on the disk. */
  readonly check: CheckFiles;
  readonly thread: Pick<MappingsThread, 'trial'>;
  readonly clock: Clock;
}

/** Collects the metrics that are of all processes. */
const ownFigures = ({ config, evidence: { cutover, comparison, usage }, clock }: AdminParts) =>
  evidenceMetrics({
    version: packageVersion(),
    startedAt: clock.now() - process.uptime() * 1000,
    now: clock.now,
    alarms: cutover.alarms.current,
    keyAges: () => keyAges(config.keys, clock.now()),
    // While the store fails, the other metrics are shown all the same.
    v1Clients: () => usage.v1Clients().catch(() => new Map<string, number>()),
    compared: comparison && {
      accounts: comparison.accounts.of,
      differences: comparison.figures.differences,
      verdicts: () => comparison.figures.report().operations,
    },
  });

/** Opens the console. With the embedded marketplace and without a token anybody on the machine may try everything. */
function openConsole({
  config,
  evidence,
  documents,
  workers,
  sandbox,
  check,
  thread,
  clock,
}: AdminParts): NonNullable<AdminOptions['console']> {
  const { comparison, rules, usage, cutover } = evidence;
  const { host, token } = config.admin;
  const openReads = isLoopback(host);
  const faults = sandbox && createSandboxFaults(sandbox.origin);
  const tried = { mappings: documents.mappings, folder: config.mappings, rules, thread, clock };
  const trials = comparison && createMappingTrials({ ...tried, recorder: comparison.recorder });
  return createConsole({
    pageOf: createConsoleViews({
      ...{ cutover, comparison, rules, usage, faults, check, trials },
      mappings: documents.mappings,
      drift: async () => mergeDrift(await workers.each('drift')),
      version: packageVersion(),
      now: clock.now,
    }),
    act: createConsoleActions({ cutover, comparison, faults, trials }),
    ...{ token, openReads, clock },
    openChanges: sandbox !== undefined && openReads && token === undefined,
  });
}

/** Creates the pages and actions of the admin port. */
export function adminPages(parts: AdminParts): Omit<AdminOptions, 'isReady' | 'mappings'> {
  const { config, evidence, documents, workers, clock } = parts;
  const { own, each } = workers;
  const { indexes } = own;
  const { cutover } = evidence;
  const { callerName } = cutover;
  const { host, token } = config.admin;
  const openReads = isLoopback(host);
  const figures = ownFigures(parts);
  return {
    pages: {
      '/drift': async () => jsonPage(mergeDrift(await each('drift'))),
      '/unlisted': async () => jsonPage(mergeUnlisted(await each('unlisted'))),
      '/metrics': async () => mergeMetrics([...(await each('metrics')), await figures()]),
      '/grafana.json': () => jsonPage(JSON.parse(monitoringFile('grafana.json'))),
      '/alerts.yaml': () => ({
        type: 'application/yaml; charset=utf-8',
        body: monitoringFile('alerts.yaml'),
      }),
      '/runbook': () => ({ type: 'text/html; charset=utf-8', body: runbookPage(runbookFile()) }),
      ...documents.pages,
      ...indexPages(indexes, callerName),
    },
    actions: indexActions(indexes, callerName),
    tail: createTailPages(createTail({ clock, pull: () => each('tailed') }), callerName),
    warming: warmProgress({ config, indexes }),
    ...evidence.pages,
    usage: createUsageApp({ ...evidence.usage, guide: documents.guide }),
    // On the loopback interface the pages need no token: they hold no secret.
    token: openReads ? undefined : token,
    console: openConsole(parts),
    control: createControl({ cutover, token, openReads, now: clock.now }),
    members: () => memberNames(cutover),
    degraded: () => cutover.alarms.current().map(({ text }) => text),
  };
}
