import { createMetrics } from '../../../src/http/observability/metrics.js';
import { mergeMetrics } from '../../../src/http/observability/metricsPage.js';
import { createEvidenceMetrics } from '../../../src/shadow/comparisonMetrics.js';

/** A metric as its page declares it. */
interface Declared {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labels: readonly string[];
}

/** Units that Prometheus has a base unit for, and words for a type of metric. */
const OTHER_UNITS =
  /_(?:ms|millis|milliseconds|microseconds|minutes|hours|days|weeks|kb|kilobytes|mb|megabytes|percent)(?:_|$)/;
const TYPE_WORDS = /_(?:counter|gauge|histogram|summary)(?:_|$)/;

/** The rules of `promtool check metrics`, and those of Prometheus' page on naming, but for former names. */
const rules: Readonly<Record<string, (metric: Declared) => boolean>> = {
  'help is written': ({ help }) => help !== '',
  'a name is in snake case': ({ name, labels }) =>
    [name, ...labels].every((text) => /^[a-z][a-z0-9_]*$/.test(text)),
  'a counter ends with _total, and nothing else does': ({ name, type }) =>
    (type === 'counter') === name.endsWith('_total'),
  'a unit is a base unit': ({ name, help }) => !OTHER_UNITS.test(name) || help.startsWith('Former name of'),
  'no name tells its type': ({ name }) => !TYPE_WORDS.test(name),
  'no suffix of histograms stands elsewhere': ({ name }) => !/_(?:count|sum|bucket)$/.test(name),
};

const labelsOf = (line: string): readonly string[] =>
  [...line.matchAll(/[{,](\w+)="/g)].map(([, label = '']) => label).filter((label) => label !== 'le');

function declared(page: string): readonly Declared[] {
  const names = [...page.matchAll(/^# HELP (lifeboat_\w+) (.*)\n# TYPE \S+ (\w+)$/gm)];
  return names.map(([, name = '', help = '', type = '']) => {
    const samples = page
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name}_bucket{`));
    return { name, help, type, labels: [...new Set(samples.flatMap(labelsOf))] };
  });
}

/** The metrics of one process and of all, each with something in it. */
function opened() {
  const lost = { lines: 2 };
  const metrics = createMetrics();
  metrics.showGauges({
    queues: { v2: () => ({ active: 1, waiting: 2 }) },
    lag: () => 1,
    driftFindings: () => 1,
    heapBytes: () => 1,
    linesLost: () => lost.lines,
    stages: () => ({ account: { stage: 'canary', percent: 5, broken: false } }),
  });
  const shape = '/v1/orders/{id}';
  const request = (): void =>
    metrics.countRequest({
      entry: {
        requestId: 'r',
        method: 'GET',
        status: 410,
        milliseconds: 1,
        route: '/v1/**',
        upstreamCalls: 0,
        shape,
      },
    });
  request();
  metrics.callTimer('v2')({ ok: false, failure: { kind: 'timeout', sent: true } }, 5);
  const evidence = createEvidenceMetrics({
    version: '1',
    startedAt: 0,
    now: () => 0,
    alarms: () => [],
    compared: undefined,
    keyAges: () => Promise.resolve([{ name: 'shop', ageDays: 91 }]),
    v1Clients: () => Promise.resolve(new Map([['account', 3]])),
  });
  const page = async () => (await mergeMetrics([await metrics.readValues(), await evidence()])).body;
  return { page, request, lost };
}

describe('the metrics', () => {
  it.each(Object.entries(rules))('keep the rule that %s', async (_rule, holds) => {
    const metrics = declared(await opened().page());
    expect(metrics.length).toBeGreaterThan(20);
    expect(metrics.filter((metric) => !holds(metric)).map(({ name }) => name)).toEqual([]);
  });

  it('keep each former name beside its replacement', async () => {
    const metrics = declared(await opened().page());
    const replacing = metrics.flatMap(({ help }) => /^Former name of (\w+)/.exec(help)?.[1] ?? []);
    expect(replacing).toHaveLength(4);
    const names = metrics.map(({ name }) => name);
    expect(replacing.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('keep counting between scrapes, even what is counted elsewhere', async () => {
    const { page, request, lost } = opened();
    const unlisted = 'lifeboat_unlisted_requests_total{method="GET",shape="/v1/orders/{id}"}';
    expect((await page()).split('\n')).toEqual(
      expect.arrayContaining([`${unlisted} 1`, 'lifeboat_log_lines_lost_total 2']),
    );
    request();
    lost.lines = 5;
    expect((await page()).split('\n')).toEqual(
      expect.arrayContaining([`${unlisted} 2`, 'lifeboat_log_lines_lost_total 5']),
    );
    expect((await page()).split('\n')).toEqual(
      expect.arrayContaining([`${unlisted} 2`, 'lifeboat_log_lines_lost_total 5']),
    );
  });
});
