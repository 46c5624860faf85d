interface Panel {
  readonly title: string;
  /** Unit as Grafana names it. */
  readonly unit: string;
  /** Queries and what each line is called. */
  readonly lines: readonly (readonly [expression: string, legend: string])[];
}

const rate = (metric: string, by: string) => `sum by (${by}) (rate(${metric}[5m]))`;
const quantile = (share: number, metric: string, by: string) =>
  `histogram_quantile(${share}, ${rate(`${metric}_bucket`, `le, ${by}`)})`;

const panels: readonly Panel[] = [
  {
    title: 'Requests by route',
    unit: 'reqps',
    lines: [[rate('lifeboat_requests_total', 'route'), '{{route}}']],
  },
  {
    title: 'Requests by side and class',
    unit: 'reqps',
    lines: [[rate('lifeboat_requests_total', 'side, class'), '{{side}} {{class}}']],
  },
  {
    title: 'Share of callers that v2 answers',
    unit: 'percent',
    lines: [['lifeboat_stage_percent', '{{resource}}']],
  },
  {
    title: 'Stages and open breakers',
    unit: 'short',
    lines: [
      ['sum by (resource, stage) (lifeboat_stage)', '{{resource}} at {{stage}}'],
      ['lifeboat_breaker_open', '{{resource}}: v2 is left alone'],
    ],
  },
  {
    title: 'Requests by stage and side',
    unit: 'reqps',
    lines: [[rate('lifeboat_requests_total', 'stage, side'), '{{stage}} {{side}}']],
  },
  {
    title: 'Problems',
    unit: 'reqps',
    lines: [[rate('lifeboat_requests_total{problem!="none"}', 'problem'), '{{problem}}']],
  },
  {
    title: 'Time to answer, 99 of 100',
    unit: 's',
    lines: [[quantile(0.99, 'lifeboat_request_seconds', 'route'), '{{route}}']],
  },
  {
    title: 'Upstream calls, half and 99 of 100',
    unit: 's',
    lines: [
      [quantile(0.5, 'lifeboat_upstream_seconds', 'side'), '{{side}} p50'],
      [quantile(0.99, 'lifeboat_upstream_seconds', 'side'), '{{side}} p99'],
    ],
  },
  {
    title: 'Upstream calls by outcome',
    unit: 'reqps',
    lines: [[rate('lifeboat_upstream_seconds_count', 'side, outcome'), '{{side}} {{outcome}}']],
  },
  {
    title: 'Alarms',
    unit: 'short',
    lines: [['max by (alarm, resource) (lifeboat_alarms)', '{{resource}} {{alarm}}']],
  },
  {
    title: 'Failures by operation and side',
    unit: 'reqps',
    lines: [
      [rate('lifeboat_operations_total{outcome="failed"}', 'operation, side'), '{{operation}} {{side}}'],
      [rate('lifeboat_fallbacks_total', 'operation'), "{{operation}} v1 in v2's place"],
    ],
  },
  {
    title: 'What differs',
    unit: 'short',
    lines: [
      [
        'sum by (resource, operation, kind) (increase(lifeboat_differences_total[1h]))',
        '{{operation}} {{kind}}',
      ],
      ['lifeboat_verdict{verdict="regression"}', '{{operation}} is a regression'],
    ],
  },
  {
    title: 'Age of the keys',
    unit: 'd',
    lines: [['lifeboat_key_age_days', '{{key}}']],
  },
  {
    title: 'Processor, memory and files',
    unit: 'short',
    lines: [
      ['rate(process_cpu_seconds_total[5m])', 'processors'],
      ['process_open_fds', 'open files'],
      ['process_max_fds', 'most open files'],
      ['lifeboat_build_info', '{{version}} on Node {{node}}'],
    ],
  },
  {
    title: 'Lines before the upstreams',
    unit: 'short',
    lines: [
      ['lifeboat_upstream_active', '{{line}} active'],
      ['lifeboat_upstream_waiting', '{{line}} waiting'],
    ],
  },
  {
    title: 'Ambiguous writes: somebody has to look',
    unit: 'short',
    lines: [['sum by (route) (increase(lifeboat_ambiguous_writes_total[1h]))', '{{route}}']],
  },
  {
    title: 'v1 requests that nothing answers',
    unit: 'short',
    lines: [
      ['sum by (method, shape) (increase(lifeboat_unlisted_requests_total[1h]))', '{{method}} {{shape}}'],
    ],
  },
  {
    title: 'Comparisons by outcome',
    unit: 'short',
    lines: [['sum by (outcome) (increase(lifeboat_comparisons_total[1h]))', '{{outcome}}']],
  },
  {
    title: 'Index',
    unit: 'short',
    lines: [
      ['sum by (outcome) (increase(lifeboat_index_scans_total[1h]))', 'scans: {{outcome}}'],
      ['sum (increase(lifeboat_index_pages_total[1h]))', 'pages'],
      ['sum (lifeboat_index_store_failures_total)', 'store failures'],
    ],
  },
  {
    title: 'Differences of v2 from its contract',
    unit: 'short',
    lines: [['lifeboat_drift_findings', 'kinds']],
  },
  { title: 'Lag of the event loop', unit: 's', lines: [['lifeboat_event_loop_lag_seconds', 'lag']] },
  { title: 'Heap', unit: 'bytes', lines: [['lifeboat_heap_bytes', 'heap']] },
];

const COLUMNS = 2;
const [WIDTH, HEIGHT] = [12, 8];

/** A dashboard to import into Grafana; it asks which Prometheus to read. */
export function grafanaDashboard(): unknown {
  const datasource = { type: 'prometheus', uid: '${prometheus}' };
  return {
    title: 'Lifeboat',
    uid: 'lifeboat',
    schemaVersion: 39,
    timezone: 'utc',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'prometheus', type: 'datasource', query: 'prometheus' }] },
    panels: panels.map(({ title, unit, lines }, index) => ({
      id: index + 1,
      type: 'timeseries',
      title,
      datasource,
      gridPos: {
        x: (index % COLUMNS) * WIDTH,
        y: Math.floor(index / COLUMNS) * HEIGHT,
        w: WIDTH,
        h: HEIGHT,
      },
      fieldConfig: { defaults: { unit }, overrides: [] },
      targets: lines.map(([expr, legendFormat], line) => ({
        refId: String.fromCharCode('A'.charCodeAt(0) + line),
        expr,
        legendFormat,
        datasource,
      })),
    })),
  };
}
