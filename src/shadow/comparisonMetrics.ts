import { Gauge, Registry } from 'prom-client';
import { DAY_SECONDS } from '../contract/clock';
import type { DifferenceCount } from '../comparison/report/comparedFigures';
import type { Account } from '../comparison/keep/comparisonAccounts';
import type { Alarm } from '../cutover/alarms';
import { type MetricValues, showTotals } from '../http/observability/metricsPage';

/** Figures that each process knows for all processes of its store. */
export interface EvidenceFigures {
  readonly version: string;
  /** Start of the process, and the time of day, clock ms. */
  readonly startedAt: number;
  readonly now: () => number;
  readonly alarms: () => readonly Alarm[];
  /** Ages of the keys in the exchange table, by the operator's names. */
  readonly keyAges: () => Promise<readonly { readonly name: string; readonly ageDays: number }[]>;
  /** Clients that have used v1 in the last 14 days, by resource. */
  readonly v1Clients: () => Promise<ReadonlyMap<string, number>>;
  /** Figures of the comparison. They are undefined without a v1. */
  readonly compared:
    | {
        readonly accounts: () => ReadonlyMap<string, Account>;
        readonly differences: () => readonly DifferenceCount[];
        readonly verdicts: () => readonly {
          readonly resource: string;
          readonly operation: string;
          readonly state: string;
        }[];
      }
    | undefined;
}

/** Returns the function that adds a gauge, which is filled again at each scrape. */
const createGaugeAdder =
  (registry: Registry) =>
  <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    fill: (gauge: Gauge<Label>) => void | Promise<void>,
  ): void =>
    void new Gauge<Label>({
      name: `lifeboat_${name}`,
      help,
      labelNames,
      registers: [registry],
      aggregator: 'max',
      async collect() {
        this.reset();
        await fill(this);
      },
    });

/** Shows the figures of the process itself, its alarms and keys. */
function showProcess(
  registry: Registry,
  { version, startedAt, now, alarms, keyAges, v1Clients }: EvidenceFigures,
): void {
  const show = createGaugeAdder(registry);
  show('build_info', 'Versions of Lifeboat and Node.', ['version', 'node'], (gauge) =>
    gauge.set({ version, node: process.version }, 1),
  );
  show('start_time_seconds', 'When it was started.', [], (gauge) => gauge.set(startedAt / 1000));
  const clockHelp = 'The time of day, as the gateway has it.';
  show('clock_seconds', clockHelp, [], (gauge) => gauge.set(now() / 1000));
  const alarmsHelp = 'Alarms that are on, as in `degraded` of /readyz.';
  show('alarms', alarmsHelp, ['alarm', 'resource', 'severity'], (gauge) => {
    for (const { kind, subject, severity } of alarms())
      gauge.inc({ alarm: kind, resource: subject, severity });
  });
  const ages = {
    key_age_seconds: [1, 'Time since the newest v2 key of an entry of the exchange table, in whole days.'],
    key_age_days: [DAY_SECONDS, 'Former name of lifeboat_key_age_seconds, in days.'],
  } as const;
  for (const [name, [unit, help]] of Object.entries(ages))
    show(name, help, ['key'], async (gauge) => {
      for (const { name: key, ageDays } of await keyAges())
        gauge.set({ key }, (ageDays * DAY_SECONDS) / unit);
    });
  const clientsHelp = 'Clients (key and program) that have used v1 in the last 14 days, by resource.';
  show('v1_clients', clientsHelp, ['resource'], async (gauge) => {
    for (const [resource, clients] of await v1Clients()) gauge.set({ resource }, clients);
  });
}

/** Shows how comparisons have ended, and what they found. */
function showCompared(registry: Registry, compared: EvidenceFigures['compared']): void {
  const comparisons = {
    name: 'lifeboat_comparisons_total',
    help: 'Served requests by the outcome of their comparison.',
    labelNames: ['operation', 'outcome'] as const,
  };
  showTotals(registry, comparisons, () =>
    [...(compared?.accounts() ?? [])].flatMap(([operation, { compared: done, notCompared }]) =>
      Object.entries({ compared: done, ...notCompared })
        .filter(([, count]) => count > 0)
        .map(([outcome, count]) => [{ operation, outcome }, count] as const),
    ),
  );
  const differences = {
    name: 'lifeboat_differences_total',
    help: 'Compared requests whose difference a client would notice, by each kind of it.',
    labelNames: ['resource', 'operation', 'kind'] as const,
  };
  showTotals(registry, differences, () =>
    (compared?.differences() ?? []).map(({ requests, ...labels }) => [labels, requests] as const),
  );
  const help = '1 for the present verdict on an operation: regression, clean or undecided.';
  createGaugeAdder(registry)('verdict', help, ['resource', 'operation', 'verdict'], (gauge) => {
    for (const { resource, operation, state } of compared?.verdicts() ?? [])
      gauge.set({ resource, operation, verdict: state }, 1);
  });
}

/** Creates the metrics of all processes together, beside the request metrics of each process. */
export function createEvidenceMetrics(figures: EvidenceFigures): () => Promise<MetricValues> {
  const registry = new Registry();
  showProcess(registry, figures);
  showCompared(registry, figures.compared);
  return () => registry.getMetricsAsJSON();
}
