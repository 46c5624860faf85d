import type { ServedRequest } from '../../../src/cutover/evidence/traffic.js';
import { createMetrics } from '../../../src/http/observability/metrics.js';
import { mergeMetrics } from '../../../src/http/observability/metricsPage.js';

const entry = {
  requestId: 'r',
  method: 'GET',
  status: 200,
  milliseconds: 3,
  route: '/v1/a',
  upstreamCalls: 1,
};

const rescued: ServedRequest = {
  resource: 'account',
  operation: 'getAccount',
  caller: 'a',
  side: 'v2',
  because: 'stage',
  failed: true,
  rescue: 'answered',
  signature: 'upstreamFailed',
  milliseconds: 3,
};

function metricsOf(requests: number, lag: number, exemplar?: () => Record<string, string>) {
  const metrics = createMetrics(exemplar);
  for (let number = 0; number < requests; number += 1) {
    metrics.countRequest({ entry, served: rescued });
  }
  metrics.showGauges({
    lag: () => lag,
    queues: { v2: () => ({ active: requests, waiting: 0 }) },
    driftFindings: () => 2,
    heapBytes: () => 100,
    stages: () => ({ account: { stage: 'canary', percent: 5, broken: false } }),
    linesLost: () => 1,
  });
  return metrics.readValues();
}

describe('the metrics of several processes', () => {
  it('are added up, except for those that are equal everywhere or whose worst value counts', async () => {
    const { type, body } = await mergeMetrics([await metricsOf(2, 10), await metricsOf(3, 40)]);
    expect(type).toMatch(/^text\/plain/);
    expect(body).toMatch(/^lifeboat_requests_total\{.*\} 5$/m);
    expect(body).toMatch(/^lifeboat_request_seconds_count\{.*\} 5$/m);
    expect(body).toContain('lifeboat_queue_active{queue="v2"} 5');
    expect(body).toContain('lifeboat_event_loop_lag_seconds 0.04');
    expect(body).toContain('lifeboat_drift_findings 2');
    expect(body).toContain('lifeboat_heap_bytes 200');
    expect(body).toContain('lifeboat_log_lines_lost_total 2');
    expect(body).toContain('lifeboat_fallbacks_total{resource="account",operation="getAccount"} 5');
    expect(body).toMatch(/^process_max_fds \d/m);
    expect(body).toContain('lifeboat_stage_ratio{resource="account"} 0.05');
    expect(body).toContain('lifeboat_stage{resource="account",stage="canary"} 1');
  });

  it('show the latest span of each bucket, in OpenMetrics only (OpenMetrics 1.0, Exemplars)', async () => {
    const spans = ['first', 'second'].map((trace_id) => () => ({ trace_id, span_id: 's' }));
    const all = [await metricsOf(1, 1, spans[0]), await metricsOf(1, 1, spans[1]), await metricsOf(1, 1)];
    const { type, body } = await mergeMetrics(all, true);
    expect(type).toMatch(/^application\/openmetrics-text; version=1\.0\.0/);
    const shownTexts = body.split('\n').filter((line) => line.includes(' # {'));
    expect(shownTexts).toHaveLength(1);
    expect(shownTexts[0]).toMatch(
      /^lifeboat_request_seconds_bucket\{le="0\.005",route="\/v1\/a",side="none"\} 3 # \{trace_id="second",span_id="s"\} 0\.003 \d+\.?\d*$/,
    );
    expect((await mergeMetrics(all)).body).not.toContain('trace_id');
  });

  it('have valid names for counters in OpenMetrics (OpenMetrics 1.0, Counter)', async () => {
    const { body } = await mergeMetrics([await metricsOf(2, 10)], true);
    expect(body).toMatch(/^# TYPE lifeboat_requests counter$/m);
    expect(body).toMatch(/^lifeboat_requests_total\{.*\} 2$/m);
    const families = [...body.matchAll(/^# TYPE (\S+) counter\n((?:[^#].*\n)*)/gm)];
    const names = families.flatMap(([, family = '', samples = '']) =>
      samples.split('\n').filter((line) => line !== '' && !line.startsWith(`${family}_total`)),
    );
    expect(families.length).toBeGreaterThan(5);
    expect(names).toEqual([]);
    expect(body).toMatch(/\n# EOF\n$/);
    expect(body).not.toContain('\n\n');
  });
});
