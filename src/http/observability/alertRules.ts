interface Rule {
  readonly alert: string;
  readonly expr: string;
  /** How long it has to last; at once unless said. */
  readonly for?: string;
  readonly severity: 'warning' | 'critical';
  readonly summary: string;
}

const alarm = (kind: string): string =>
  `max by (resource) (lifeboat_alarms{alarm=${JSON.stringify(kind)}}) > 0`;
const grown = (metric: string, by: string): string => `sum by (${by}) (increase(${metric}[5m])) > 0`;

/** An alarm of the gateway itself: what it says stands in `/readyz`. */
const own = (alert: string, kind: string, severity: Rule['severity'], summary: string): Rule => ({
  ...{ alert: `Lifeboat${alert}`, expr: alarm(kind), severity, summary },
});

const rules: readonly Rule[] = [
  {
    alert: 'LifeboatDown',
    expr: 'absent(lifeboat_build_info)',
    for: '1m',
    severity: 'critical',
    summary: 'The gateway does not run: did its start end because a file may not be written? See its log.',
  },
  {
    alert: 'LifeboatRestarted',
    expr: 'changes(lifeboat_start_time_seconds[15m]) > 0',
    severity: 'warning',
    summary: 'The gateway has been started again; nothing that was acknowledged is lost.',
  },
  own('V2Away', 'away v2', 'critical', 'v2 gives no answer: its name, certificate or port.'),
  {
    alert: 'LifeboatBreakerOpen',
    expr: 'max by (resource) (lifeboat_breaker_open) > 0',
    severity: 'critical',
    summary: '{{ $labels.resource }}: v2 keeps failing and is left alone.',
  },
  own('V1Failing', 'failures v1', 'critical', '{{ $labels.resource }}: v1 fails.'),
  own('V2Failing', 'failures v2', 'critical', '{{ $labels.resource }}: v2 fails.'),
  own('Fallbacks', 'fallbacks', 'critical', "{{ $labels.resource }}: v1 answers in v2's place."),
  own('MovedBack', 'back', 'critical', '{{ $labels.resource }} has gone back to shadow by itself.'),
  own('V1Slow', 'slow v1', 'warning', '{{ $labels.resource }}: v1 takes seconds to answer.'),
  own('V2Slow', 'slow v2', 'warning', '{{ $labels.resource }}: v2 takes seconds to answer.'),
  own('EmptyCanary', 'empty canary', 'warning', '{{ $labels.resource }}: nobody who asks is in its canary.'),
  own('LateStep', 'late', 'warning', '{{ $labels.resource }}: a step of the plan is a day late.'),
  own('OpenWrites', 'writes', 'warning', '{{ $labels.resource }}: writes to look at; see `lifeboat writes`.'),
  own(
    'Regression',
    'regression',
    'critical',
    '{{ $labels.resource }}: v2 is proven to answer otherwise than v1.',
  ),
  own('Killed', 'killed', 'critical', '{{ $labels.resource }} is killed: everything goes to v1.'),
  own('Held', 'held', 'warning', '{{ $labels.resource }} is held: nothing moves it forward.'),
  {
    alert: 'LifeboatRefusedReload',
    expr: 'max by (alarm) (lifeboat_alarms{alarm=~"refused .*"}) > 0',
    severity: 'warning',
    summary: '{{ $labels.alarm }}: a change of mappings, key table or certificate; those before stay.',
  },
  own(
    'IndexStore',
    'store index',
    'warning',
    '`store` is gone, replaced, corrupt or full: the index is in memory.',
  ),
  own(
    'CutoverStore',
    'store cutover',
    'critical',
    '`cutover.store` fails: v1 answers while it lives, then v2.',
  ),
  own(
    'ComparisonStore',
    'store comparison',
    'warning',
    '`comparison.store` fails: evidence waits in memory.',
  ),
  {
    alert: 'LifeboatAmbiguousWrites',
    expr: grown('lifeboat_ambiguous_writes_total', 'route'),
    severity: 'critical',
    summary: '{{ $labels.route }}: writes that may have been executed; see `lifeboat writes`.',
  },
  {
    alert: 'LifeboatDifferences',
    expr: grown('lifeboat_differences_total{kind="unavailable"}', 'resource'),
    severity: 'critical',
    summary: '{{ $labels.resource }}: v1 answers what v2 does not.',
  },
  {
    alert: 'LifeboatLogLost',
    expr: 'increase(lifeboat_log_lines_lost_total[5m]) > 0',
    severity: 'warning',
    summary: "The log's disk is full: lines are left out.",
  },
  {
    alert: 'LifeboatFewOpenFiles',
    expr: 'process_open_fds > 0.8 * process_max_fds',
    for: '1m',
    severity: 'warning',
    summary: 'Few open files are left: fewer clients are let in.',
  },
  {
    alert: 'LifeboatClock',
    expr: 'abs(lifeboat_clock_seconds - timestamp(lifeboat_clock_seconds)) > 60',
    severity: 'warning',
    summary: 'The time of day of the gateway is not that of Prometheus: was it set?',
  },
  {
    alert: 'LifeboatOldKeys',
    expr: 'lifeboat_key_age_days > 90',
    severity: 'warning',
    summary: 'The v2 key of {{ $labels.key }} is older than 90 days: rotate it.',
  },
];

/** Alert rules for Prometheus, as its rule files have them. */
export const alertRules = (): unknown => ({
  groups: [
    {
      name: 'lifeboat',
      rules: rules.map(({ alert, expr, for: lasting, severity, summary }) => ({
        alert,
        expr,
        ...(lasting === undefined ? {} : { for: lasting }),
        labels: { severity },
        annotations: { summary },
      })),
    },
  ],
});
