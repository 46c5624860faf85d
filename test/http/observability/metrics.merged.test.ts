import type { Served } from '../../../src/cutover/evidence/traffic';
import { createMetrics, mergeMetrics } from '../../../src/http/observability/metrics';

const entry = {
  requestId: 'r',
  method: 'GET',
  status: 200,
  milliseconds: 3,
  route: '/v1/a',
  upstreamCalls: 1,
};

const rescued: Served = {
  ...{ resource: 'account', operation: 'getAccount', caller: 'a', side: 'v2', because: 'stage' },
  ...{ failed: true, rescue: 'answered', signature: 'upstreamFailed', milliseconds: 3 },
};

function metricsOf(requests: number, lag: number) {
  const metrics = createMetrics();
  for (let number = 0; number < requests; number += 1) {
    metrics.ended({ entry, served: rescued });
  }
  metrics.show({
    lag: () => lag,
    queues: { v2: () => ({ active: requests, waiting: 0 }) },
    driftFindings: () => 2,
    heapBytes: () => 100,
    stages: () => ({ account: { stage: 'canary', percent: 5, broken: false } }),
    linesLost: () => 1,
  });
  return metrics.values();
}

describe('the metrics of several processes', () => {
  it('are added up, but for what is the same in each or only the worst of which counts', async () => {
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
});
