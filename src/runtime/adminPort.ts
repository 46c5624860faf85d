import type { Logger } from 'pino';
import type { Config } from '../config/configuration';
import type { Clock } from '../contract/clock';
import { type AdminOptions, jsonPage } from '../http/admin/adminApp';
import { createEvidenceMetrics } from '../shadow/comparisonMetrics';
import { createMergedRecorder } from '../shadow/recorder';
import { mergeMetrics, METRICS_TYPES } from '../http/observability/metricsPage';
import { monitoringFile, packageVersion, runbookFile } from './packageVersion';
import { type AdminDocuments, type CheckFiles, createFilesState } from './admin/adminDocuments';
import type { Figure, ProcessFigures } from './cluster/workerMessages';
import type { OpenedEvidence } from './stores/openEvidence';
import { alarmAnchor, runbookPage } from '../documents/runbookPage';
import { mergeDrift } from '../drift/driftReport';
import { createTail } from '../http/observability/requestTail';
import { mergeUnlisted } from '../http/observability/unlistedRequests';
import { isLoopback } from '../config/settingKinds';
import { createClientGuide } from '../http/admin/clientGuidePage';
import { createDoor, type Door } from '../http/admin/door';
import type { OperatorParts } from '../operator/operatorParts';
import { createAgreedPlaceTest, listColumnRows } from '../comparison/report/pairColumns';
import { createOriginsFinder } from '../mapping/explain/origins';
import { openAccessTokens } from './admin/accessTokens';
import { createMappingTrials } from './admin/mappingTrials';
import type { EventRelay } from './stores/eventRelay';
import type { MappingsThread } from './reload/mappingsThread';
import type { EmbeddedSandbox } from './upstreams';
import { memberNames } from './stores/member';
import { keyAges } from './reload/secrets';
import type { Worker } from './worker';

/** Creates the counter of filled indexes. Returns undefined if the settings do not ask for warming. */
function createWarmProgress({ config, indexes }: AdminParts): NonNullable<AdminOptions['warming']> {
  let isDone = !config.index.warm;
  return async () => {
    if (isDone) return undefined;
    const states = await indexes(false);
    const complete = states.filter(({ isComplete }) => isComplete).length;
    isDone = complete === states.length;
    return isDone ? undefined : { complete, of: states.length };
  };
}

interface AdminParts {
  readonly config: Config;
  readonly evidence: OpenedEvidence;
  readonly documents: Pick<AdminDocuments, 'pages' | 'mappings' | 'guide'>;
  /** The embedded marketplace, if the gateway calls it. */
  readonly sandbox: Pick<EmbeddedSandbox, 'faults'> | undefined;
  readonly indexes: Worker['indexes'];
  readonly relay: EventRelay | undefined;
  /** Asks each process for a figure. */
  readonly each: <Name extends keyof ProcessFigures>(figure: Name) => Promise<Figure<Name>[]>;
  /** Checks the mapping files on the disk. */
  readonly check: CheckFiles;
  readonly thread: Pick<MappingsThread, 'trial'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Creates the reader of the metrics that the processes share: alarms, keys, clients, comparison. */
const createSharedMetrics = ({ config, evidence: { cutover, comparison, usage }, clock }: AdminParts) =>
  createEvidenceMetrics({
    version: packageVersion(),
    startedAt: clock.now() - process.uptime() * 1000,
    now: clock.now,
    alarms: cutover.alarms.current,
    keyAges: () => keyAges(config.keys, clock.now()),
    // The other metrics are shown even while the store fails.
    v1Clients: () => usage.v1Clients().catch(() => new Map<string, number>()),
    compared: comparison && {
      accounts: comparison.accounts.accountsByOperation,
      differences: comparison.figures.differences,
      verdicts: () => comparison.figures.report().operations,
    },
  });

function operatorParts(adminParts: AdminParts): OperatorParts {
  const { config, evidence, documents, indexes, relay, each, sandbox, thread, clock, logger } = adminParts;
  const { comparison, files, usage, cutover } = evidence;
  const { rules } = files;
  const recorder = createMergedRecorder(clock, () => each('recorded'));
  const filesOf = createFilesState(adminParts.check, clock.now);
  const trialParts = { mappings: documents.mappings, folder: config.mappings, rules, thread, clock };
  return {
    cutover,
    comparison: comparison && { ...comparison, recorder },
    usage,
    indexes,
    now: clock.now,
    drift: async () => mergeDrift(await each('drift')),
    eventsAgain: relay?.again,
    unlisted: async () => mergeUnlisted(await each('unlisted')),
    tail: createTail({ clock, pull: () => each('tailed') }).read,
    faults: sandbox?.faults,
    trials: comparison && createMappingTrials({ ...trialParts, recorder }),
    sideBySide: (pair) =>
      listColumnRows(pair, {
        origins: createOriginsFinder(documents.mappings().resources),
        isAgreed: createAgreedPlaceTest(rules, pair.operation, clock.now()),
        wire: documents.mappings().wire,
      }),
    mapped: () => {
      const { hash, ledgers } = documents.mappings();
      return { hash, ledgers, files: filesOf(hash) };
    },
    alarmAnchor,
    tokens: openAccessTokens({
      setting: config.admin.token,
      file: config.admin.tokens,
      complain: (reason) => logger.error(`the tokens of the admin port stay as they were: ${reason}`),
    }),
  };
}

/** Opens the door of the admin port. On the loopback interface the pages need no token: they hold no secret. */
function openDoor({ config, clock, logger }: AdminParts, { tokens }: Pick<OperatorParts, 'tokens'>): Door {
  const { host, trustedUser, trustedProxies } = config.admin;
  return createDoor({
    tokens,
    clock,
    openReads: isLoopback(host) && trustedUser === undefined,
    proxy: trustedUser === undefined ? undefined : { header: trustedUser, addresses: trustedProxies },
    reportFailedLogin: (address) => logger.warn({ address }, 'a wrong token was shown at the admin port'),
  });
}

/** Creates the pages and actions of the admin port. */
export function adminPages(adminParts: AdminParts): Omit<AdminOptions, 'isReady' | 'mappings'> {
  const { evidence, documents, each, sandbox, clock } = adminParts;
  const { cutover } = evidence;
  const operator = operatorParts(adminParts);
  const door = openDoor(adminParts, operator);
  // With the embedded marketplace and without a token every visitor on the machine may try everything.
  const openChanges = sandbox !== undefined && door.openReads && !door.hasTokens();
  const sharedMetrics = createSharedMetrics(adminParts);
  return {
    pages: {
      '/metrics': async (request) => {
        const isOpenMetrics = request.accepts(Object.values(METRICS_TYPES)) === METRICS_TYPES.openMetrics;
        return mergeMetrics([...(await each('metrics')), await sharedMetrics()], isOpenMetrics);
      },
      '/grafana.json': () => jsonPage(JSON.parse(monitoringFile('grafana.json'))),
      '/alerts.yaml': () => ({
        type: 'application/yaml; charset=utf-8',
        body: monitoringFile('alerts.yaml'),
      }),
      '/runbook': async () => ({
        type: 'text/html; charset=utf-8',
        body: await runbookPage(runbookFile()),
      }),
      ...documents.pages,
    },
    warming: createWarmProgress(adminParts),
    operator: { parts: operator, version: packageVersion(), openChanges, clock },
    clientGuide: createClientGuide({ ...evidence.usage, guide: documents.guide }),
    door,
    members: () => memberNames(cutover),
    degraded: () => cutover.alarms.current().map(({ text }) => text),
  };
}
