import type { AlarmKind, SingleAlarmKind } from '../../cutover/alarms';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  /** The time it has to last; at once unless said. */
  readonly for?: string;
  readonly severity: 'warning' | 'critical';
  readonly summary: string;
}

const alarm = (kind: AlarmKind): string =>
  `max by (resource) (lifeboat_alarms{alarm=${JSON.stringify(kind)}}) > 0`;
const grown = (metric: string, by: string): string => `sum by (${by}) (increase(${metric}[5m])) > 0`;

const its = '{{ $labels.resource }}';

/** An alert for each kind of alarm: what the gateway says of it stands in `/readyz`. */
const ownAlerts: Readonly<
  Record<SingleAlarmKind, readonly [alert: string, severity: Rule['severity'], summary: string]>
> = {
  'failures v1': ['V1Failing', 'critical', `${its}: v1 fails.`],
  'failures v2': ['V2Failing', 'critical', `${its}: v2 fails.`],
  'callers v1': ['V1FailsCaller', 'critical', `${its}: v1 fails some callers; see /readyz.`],
  'refusals v1': ['V1RefusesWrites', 'warning', `${its}: v1 refuses writes that it used to accept.`],
  'refusals v2': ['V2RefusesWrites', 'warning', `${its}: v2 refuses writes that were accepted before.`],
  'callers v2': ['V2FailsCaller', 'critical', `${its}: v2 fails some callers; see /readyz.`],
  'waiting v1': ['V1Waits', 'critical', 'v1 keeps requests waiting.'],
  'waiting v2': ['V2Waits', 'critical', `${its}: v2 keeps requests waiting.`],
  fallbacks: ['Fallbacks', 'critical', `${its}: v1 answers in v2's place.`],
  breaker: ['BreakerOpen', 'critical', `${its}: v2 keeps failing and is left alone.`],
  back: ['MovedBack', 'critical', `${its} has gone back to shadow by itself.`],
  'slow v1': ['V1Slow', 'warning', `${its}: v1 takes seconds to answer.`],
  'slow v2': ['V2Slow', 'warning', `${its}: v2 takes seconds to answer.`],
  emptyCanary: ['EmptyCanary', 'warning', `${its}: nobody who asks is in its canary.`],
  late: ['LateStep', 'warning', `${its}: a step of the plan is a day late.`],
  writes: ['OpenWrites', 'warning', `${its}: writes to look at; see \`lifeboat writes\`.`],
  differing: ['Differing', 'warning', `${its}: v2 answers otherwise than v1, and did not before.`],
  regression: ['Regression', 'critical', `${its}: v2 is proven to answer otherwise than v1.`],
  killed: ['Killed', 'critical', `${its} is killed: everything goes to v1.`],
  held: ['Held', 'warning', `${its} is held: nothing moves it forward.`],
  pin: ['Pinned', 'warning', `${its}: a caller is pinned to one side.`],
  member: ['MemberGone', 'warning', 'A process that shares the store has ended, or cannot reach it.'],
  uncaught: [
    'UncaughtError',
    'critical',
    'The program has a fault: see `uncaught` in its log, with a stack.',
  ],
  sunset: ['SetBehindSunset', 'warning', `${its}: v1 has ended, and its stage still names v1.`],
  'store index': [
    'IndexStore',
    'warning',
    '`store` is gone, replaced, corrupt or full: the index is in memory.',
  ],
  'store cutover': ['CutoverStore', 'critical', '`store` fails: v1 answers while it lives, then v2.'],
  'store usage': ['UsageStore', 'warning', '`store` fails: counts of usage wait in memory.'],
  'store journal': [
    'WriteJournal',
    'warning',
    'Writes are sent without a note: the journal of `store` fails.',
  ],
  'store comparison': ['ComparisonStore', 'warning', '`store` fails: evidence waits in memory.'],
};

const rules: readonly Rule[] = [
  ...(Object.keys(ownAlerts) as SingleAlarmKind[]).map((kind): Rule => {
    const [alert, severity, summary] = ownAlerts[kind];
    return { alert: `Lifeboat${alert}`, expr: alarm(kind), severity, summary };
  }),
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
  {
    alert: 'LifeboatV2Away',
    expr: alarm('away v2'),
    severity: 'critical',
    summary: 'v2 gives no answer: its name, certificate or port.',
  },
  {
    alert: 'LifeboatRefusedReload',
    expr: 'max by (alarm) (lifeboat_alarms{alarm=~"refused .*"}) > 0',
    severity: 'warning',
    summary: '{{ $labels.alarm }}: a change of mappings, key table or certificate; those before stay.',
  },
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
