import type { ComparedFigures } from '../comparison/comparedFigures';
import type { Accounts } from '../comparison/createAccounts';
import type { Config } from '../config/config';
import type { Cutover } from '../cutover/cutover';
import { printYaml } from '../document/printYaml';
import { listKeys } from '../gateway/keys/listKeys';
import { loadKeyTable } from '../gateway/keys/loadKeyTable';
import type { Clock } from '../gateway/clock';
import { jsonPage } from '../http/adminPage';
import { alertRules } from '../http/alertRules';
import type { AdminOptions } from '../http/createAdminApp';
import { type EvidenceFigures, evidenceMetrics } from '../http/evidenceMetrics';
import { grafanaDashboard } from '../http/grafanaDashboard';
import { mergeMetrics, type MetricValues } from '../http/mergeMetrics';
import { packageVersion } from './packageVersion';
import { systemClock } from './systemClock';

/** What the pages are made of, beside the metrics of the processes that answer clients. */
export interface ObserverParts {
  readonly config: Pick<Config, 'keys'>;
  readonly cutover: Pick<Cutover, 'alarms'>;
  /** The machine's unless given. */
  readonly clock?: Clock;
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
export function observerPages(
  { config, cutover, comparison, clock = systemClock }: ObserverParts,
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
