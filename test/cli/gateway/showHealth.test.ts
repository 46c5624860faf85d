import { showHealth } from '../../../src/cli/gateway/gatewayCommands.js';
import { ranText } from '../../support/recordingTerminal.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../../support/upstream.ts';

let admin: ScriptedUpstream;

const health = (options: Partial<Parameters<typeof showHealth>[0]> = {}) =>
  ranText((terminal) =>
    showHealth({ admin: admin.origin, ready: false, ...options }, { environment: {}, terminal }),
  );

beforeEach(async () => {
  admin = await startUpstream(answering(200, '{"status":"ok","mappings":"1"}'));
});

describe('lifeboat health', () => {
  it('ends with 0 while the gateway is alive', async () => {
    expect(await health()).toEqual({ code: 0, out: 'ok', err: '' });
    expect(admin.requests.map(({ path }) => path)).toEqual(['/healthz']);
  });

  it('asks with --ready whether the gateway takes requests, and prints what is degraded', async () => {
    admin.play(answering(200, '{"status":"ready","degraded":["account is killed"]}'));
    expect(await health({ ready: true })).toMatchObject({ code: 0, out: 'ready\naccount is killed' });
    admin.play(answering(503, '{"status":"not ready"}'));
    expect(await health({ ready: true, json: true })).toMatchObject({
      code: 1,
      out: '{\n  "status": "not ready"\n}',
    });
    expect(admin.requests.map(({ path }) => path)).toEqual(['/readyz', '/readyz']);
  });

  it('ends with 1 and advice if something else or nothing answers', async () => {
    admin.play(answering(404, 'no'));
    expect(await health()).toMatchObject({
      code: 1,
      err: expect.stringContaining('is it the admin port') as string,
    });
    await admin.close();
    expect(await health()).toMatchObject({
      code: 1,
      err: expect.stringContaining('is the gateway running?') as string,
    });
  });
});
