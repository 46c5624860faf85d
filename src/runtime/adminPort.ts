import type { ComparedFigures } from '../comparison/report/comparedFigures';
import type { Accounts } from '../comparison/keep/comparisonAccounts';
import type { Config } from '../config/configuration';
import type { Cutover } from '../cutover/cutover';
import { printYaml } from '../mapping/yaml/printYaml';
import { listKeys } from '../gateway/keys/editKeyTable';
import { loadKeyTable } from '../gateway/keys/keyTable';
import type { Clock } from '../gateway/clock';
import { type AdminOptions, jsonPage } from '../http/admin/adminApp';
import { alertRules } from '../http/observability/alertRules';
import { type EvidenceFigures, evidenceMetrics } from '../shadow/comparisonMetrics';
import { grafanaDashboard } from '../http/observability/grafanaDashboard';
import { mergeMetrics, type MetricValues } from '../http/observability/metrics';
import { packageVersion } from './packageVersion';
import type { AdminDocuments } from './adminDocuments';
import type { Workers } from './cluster/cluster';
import type { OpenedEvidence } from './stores/openEvidence';
import { indexActions, indexPages, warmProgress } from './stores/openIndex';
import { mergeDrift } from '../drift/driftReport';
import { createTail, createTailPages } from '../http/observability/requestTail';
import { mergeUnlisted } from '../http/unlistedRequests';
import { isLoopback } from '../config/settingKinds';
import { createControl } from '../http/admin/controlApp';

/** What the pages are made of, beside the metrics of the processes that answer clients. */
interface ObserverParts {
  readonly config: Pick<Config, 'keys'>;
  readonly cutover: Pick<Cutover, 'alarms'>;
  readonly clock: Clock;
  readonly comparison:
    | {
        readonly accounts: Pick<Accounts, 'of'>;
        readonly figures: Pick<ComparedFigures, 'differences' | 'report'>;
      }
    | undefined;
}

async function keyAges(keys: Config['keys'], now: number): ReturnType<EvidenceFigures['keyAges']> {
  const loaded = keys.kind === 'passOn' ? undefined : await loadKeyTable(keys.file);
  return loaded?.ok === true ? listKeys(loaded.value.table, now) : [];
}

/** The pages for what watches the gateway: metrics, alert rules and a dashboard of them. */
function observerPages(
  { config, cutover, comparison, clock }: ObserverParts,
  serving: () => Promise<readonly MetricValues[]>,
): AdminOptions['pages'] {
  const own = evidenceMetrics({
    version: packageVersion(),
    startedAt: clock.now() - process.uptime() * 1000,
    now: clock.now,
    alarms: cutover.alarms.current,
    keyAges: () => keyAges(config.keys, clock.now()),
    compared: comparison && {
      accounts: comparison.accounts.of,
      differences: comparison.figures.differences,
      verdicts: () => comparison.figures.report().operations,
    },
  });
  const rules = printYaml(alertRules(), 'Alert rules for Prometheus, on the metrics of /metrics.');
  return {
    '/metrics': async () => mergeMetrics([...(await serving()), await own()]),
    '/grafana.json': () => jsonPage(grafanaDashboard()),
    '/alerts.yaml': () => ({ type: 'application/yaml; charset=utf-8', body: rules }),
  };
}

/** What the admin port shows and changes of the cutover. */
function cutoverControl(
  cutover: Cutover,
  { admin }: Config,
  clock: Pick<Clock, 'now'>,
): Pick<AdminOptions, 'control' | 'degraded' | 'token'> {
  return {
    // On the machine itself the pages are for everyone: they hold no secret.
    token: isLoopback(admin.host) ? undefined : admin.token,
    control: createControl({
      cutover,
      token: admin.token,
      openReads: isLoopback(admin.host),
      now: clock.now,
    }),
    degraded: () => cutover.alarms.current().map(({ text }) => text),
  };
}

/** What the admin port shows. */
interface AdminParts {
  readonly config: Config;
  readonly evidence: OpenedEvidence;
  readonly documents: Pick<AdminDocuments, 'pages'>;
  readonly workers: Workers;
  readonly clock: Clock;
}

/** The pages and actions of the admin port. */
export function adminPages({
  config,
  evidence,
  documents,
  workers,
  clock,
}: AdminParts): Omit<AdminOptions, 'isReady' | 'mappings'> {
  const { own, cluster, each } = workers;
  const { indexes } = own.reads;
  const cutover = cluster?.cutover ?? evidence.cutover;
  const { comparison } = evidence;
  return {
    pages: {
      '/drift': async () => jsonPage(mergeDrift(await each('drift'))),
      '/unlisted': async () => jsonPage(mergeUnlisted(await each('unlisted'))),
      ...observerPages({ config, cutover, comparison, clock }, () => each('metrics')),
      ...documents.pages,
      ...indexPages(indexes, cutover.callerName),
    },
    actions: indexActions(indexes, cutover.callerName),
    tail: createTailPages(createTail({ clock, pull: () => each('tailed') })),
    warming: warmProgress({ config, indexes }),
    ...evidence.pages,
    ...cutoverControl(cutover, config, clock),
  };
}
