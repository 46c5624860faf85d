import { openSandbox } from '../sandbox/support/openSandbox';
import { startWhole } from '../support/startWhole';
import { ask } from '../support/talk';

const NAME = /lifeboat_\w+/g;
const CANARY = 'canary-7d1e';

describe('the metrics of a running gateway', () => {
  it('count requests by template, never by what a client wrote, and the dashboard asks for nothing else', async () => {
    const sandbox = await openSandbox();
    const { gateway, admin, close } = await startWhole({ LIFEBOAT_UPSTREAM_V2: sandbox.origin });
    const headers = { Authorization: `Bearer ${sandbox.keys.v2}` };
    await ask(gateway, { path: `/v1/accounts/by-login/${sandbox.sampleLogin}`, headers });
    for (const path of ['/v1/accounts/by-login/', '/v1/', '/v2/', '/', '/v1/accounts/']) {
      await ask(gateway, { path: path + CANARY, headers: { Authorization: `Bearer ${CANARY}` } });
      await ask(gateway, { method: 'PROPFIND', path: path + CANARY, headers });
    }
    const metrics = await fetch(`${admin}/metrics`);
    const text = await metrics.text();
    const dashboard = await (await fetch(`${admin}/grafana.json`)).text();
    await close();
    await sandbox.close();

    expect(metrics.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(text).toContain(
      'lifeboat_requests_total{route="/v1/accounts/by-login/{login}",stage="v2",side="v2",method="GET",problem="none",class="2xx"} 1',
    );
    expect(text).toMatch(/^lifeboat_upstream_seconds_count\{side="v2",outcome="2xx"\} [1-9]/m);
    expect(text).toMatch(/^lifeboat_index_scans_total\{index="\w+",outcome="complete"\} 1$/m);
    expect(text).toMatch(/^lifeboat_upstream_active\{line="translated"\} 0$/m);
    expect(text).toMatch(/^lifeboat_event_loop_lag_seconds \d/m);
    expect(text).toMatch(/^lifeboat_stage\{resource="account",stage="v2"\} 1$/m);
    expect(text).toMatch(/^lifeboat_stage_percent\{resource="account"\} 100$/m);
    expect(text).toMatch(/^lifeboat_breaker_open\{resource="account"\} 0$/m);
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain(sandbox.sampleLogin);

    const known = new Set(text.match(NAME));
    const asked = new Set(dashboard.match(NAME));
    expect(asked.size).toBeGreaterThan(10);
    expect([...asked].filter((name) => !known.has(name) && !known.has(name.replace(/_bucket$/, '')))).toEqual(
      [],
    );
  });
});
