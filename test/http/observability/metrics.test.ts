import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { parse } from 'yaml';
import request from 'supertest';
import { singleAlarmKinds } from '../../../src/cutover/alarms.js';
import { createMetrics, type Metrics } from '../../../src/http/observability/metrics.js';
import { monitoringFile } from '../../../src/runtime/packageVersion.js';
import { openSandbox } from '../../sandbox/support/openSandbox.ts';
import { startWhole } from '../../support/startWhole.ts';
import { ask } from '../../support/talk.ts';

const NAME = /\b(?:lifeboat|process|nodejs)_\w+/g;
const CANARY = 'canary-7d1e';

/** A rule file of Prometheus. */
interface RuleFile {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string };
    }[];
  }[];
}

/** Alerts for each row of the table of failures in test/README.md. */
const alertsOf: Readonly<Record<string, readonly string[]>> = {
  "v2's name, certificate or port": ['LifeboatV2Away', 'LifeboatV2Failing', 'LifeboatFallbacks'],
  'index in a lost or full `store`': ['LifeboatIndexStore'],
  'stages in a read-only or full `store`': ['LifeboatCutoverStore'],
  'stages in a lost or corrupt `store`': ['LifeboatCutoverStore'],
  'evidence in a lost or full `store`': ['LifeboatComparisonStore'],
  'the store may not be written at the start': ['LifeboatDown'],
  'another process has the store': ['LifeboatDown'],
  "the log's disk is full": ['LifeboatLogLost'],
  'the process is killed': ['LifeboatRestarted', 'LifeboatDown'],
  'it is killed with writes on their way': ['LifeboatAmbiguousWrites'],
  'the journal of writes cannot be written': ['LifeboatWriteJournal'],
  'first process of `--workers` is killed': ['LifeboatRestarted', 'LifeboatDown'],
  'an error that nothing caught': ['LifeboatUncaughtError', 'LifeboatRestarted'],
  'few open files': ['LifeboatFewOpenFiles'],
  'the time of day is set': ['LifeboatClock'],
};

describe('the alert rules', () => {
  const { groups } = parse(monitoringFile('alerts.yaml')) as RuleFile;
  const rules = groups.flatMap(({ rules: some }) => some);

  it('include a rule for every kind of alarm', () => {
    const exprs = rules.map(({ expr }) => expr).join('\n');
    expect(singleAlarmKinds.filter((kind) => !exprs.includes(`{alarm="${kind}"}`))).toEqual([]);
  });

  it('cover every row of the table of failures', () => {
    const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');
    const [, table = ''] = /^\| what fails .*\n\|[- |]+\n((?:\|.*\n)+)/m.exec(readme) ?? [];
    const rows = table.split('\n').flatMap((row) => row.split('|')[1]?.trim() ?? []);
    expect(rows).toEqual(Object.keys(alertsOf));
    const names = new Set(rules.map(({ alert }) => alert));
    expect(Object.values(alertsOf).flatMap((some) => some.filter((name) => !names.has(name)))).toEqual([]);
  });
});

describe('the metrics of a process', () => {
  it('are observed once for all gateways of the process, because their observers cannot be stopped', async () => {
    const names = async ({ readValues: values }: Metrics) => (await values()).map(({ name }) => name);
    const texts = await names(createMetrics());
    const observe = jest.spyOn(PerformanceObserver.prototype, 'observe');
    const nextTexts = await names(createMetrics());
    expect(observe).not.toHaveBeenCalled();
    observe.mockRestore();
    expect(texts).toContain('process_cpu_seconds_total');
    expect(texts).toEqual(nextTexts);
  });
});

describe('the metrics of the index', () => {
  it('count only failures of its store as failures', async () => {
    const { countEvent: report, readValues: values } = createMetrics();
    const failures = async () =>
      (await values()).find(({ name }) => name === 'lifeboat_index_store_failures_total')?.values[0]?.value;
    const figures = { pages: 3, offers: 1, unkeyed: 0, duplicates: 0 };
    report({ kind: 'scanEnded', index: 'offer', caller: 'a', outcome: 'complete', ...figures });
    expect(await failures()).toBe(0);
    report({ kind: 'indexStoreFailed', detail: 'disk gone' });
    expect(await failures()).toBe(1);
  });
});

describe('the metrics of a running gateway', () => {
  it('count requests by template, never by client text, and suffice for the dashboard', async () => {
    const sandbox = await openSandbox();
    const { gateway, admin, close } = await startWhole({ LIFEBOAT_UPSTREAM_V2: sandbox.origin });
    const headers = { Authorization: `Bearer ${sandbox.keys.v2}` };
    await ask(gateway, { path: `/v1/accounts/by-login/${sandbox.sampleLogin}`, headers });
    for (const path of ['/v1/accounts/by-login/', '/v1/', '/v2/', '/', '/v1/accounts/']) {
      await ask(gateway, { path: path + CANARY, headers: { Authorization: `Bearer ${CANARY}` } });
      await ask(gateway, { method: 'PROPFIND', path: path + CANARY, headers });
    }
    const metrics = await request(admin).get('/metrics');
    const { text } = metrics;
    const dashboard = (await request(admin).get('/grafana.json')).text;
    const alerts = (await request(admin).get('/alerts.yaml').buffer(true)).text;
    await close();
    await sandbox.close();

    expect(metrics.headers['content-type']).toContain('text/plain; version=0.0.4');
    expect(text).toContain(
      'lifeboat_requests_total{route="/v1/accounts/by-login/{login}",stage="v2",side="v2",method="GET",problem="none",class="2xx"} 1',
    );
    expect(text).toMatch(/^lifeboat_upstream_seconds_count\{side="v2",outcome="2xx"\} [1-9]/m);
    expect(text).toMatch(/^lifeboat_index_scans_total\{index="\w+",outcome="complete"\} 1$/m);
    expect(text).toMatch(/^lifeboat_queue_active\{queue="translated"\} 0$/m);
    expect(text).toMatch(/^lifeboat_event_loop_lag_seconds \d/m);
    expect(text).toMatch(/^lifeboat_stage\{resource="account",stage="v2"\} 1$/m);
    expect(text).toMatch(/^lifeboat_stage_ratio\{resource="account"\} 1$/m);
    expect(text).toMatch(/^lifeboat_breaker_open\{resource="account"\} 0$/m);
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain(sandbox.sampleLogin);

    const knownSet = new Set(text.match(NAME));
    const unknown = (page: string) =>
      [...new Set(page.match(NAME))].filter((name) => !knownSet.has(name.replace(/_bucket$/, '')));
    expect(unknown(dashboard)).toEqual([]);
    const { panels } = JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] };
    expect(panels.filter(({ targets }) => targets.every(({ expr }) => expr.search(NAME) < 0))).toEqual([]);
    const { groups } = parse(alerts) as RuleFile;
    const rules = groups.flatMap(({ rules: some }) => some);
    expect(unknown(rules.map(({ expr }) => expr).join('\n'))).toEqual([]);
    expect(rules.filter(({ expr }) => expr.search(NAME) < 0)).toEqual([]);
  });
});
