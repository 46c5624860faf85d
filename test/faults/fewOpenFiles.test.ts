import { writeScene } from '../support/rehearsedUpstream.ts';
import { serveCli } from '../support/runCli.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { answering, startUpstream } from '../support/upstream.ts';

const folder = temporaryFolder();

const { request, good } = writeScene;

describe('a gateway limited to 64 open files', () => {
  it('serves the clients that it admits, closes other connections at once, and goes on', async () => {
    const upstream = await startUpstream(answering(200, good));
    const {
      run,
      gateway: origin,
      admin,
    } = await serveCli([], {
      cwd: folder.path('.'),
      environment: { LIFEBOAT_UPSTREAM_V2: upstream.origin, LIFEBOAT_LOG_LEVEL: 'error' },
      openFiles: 64,
    });
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(Array.from({ length: 200 }, () => ask(origin, request)));
      const served = answers.filter(({ status }) => status === 200);
      expect(served.length).toBeGreaterThanOrEqual(16);
      // The others got no answer, so no false one, and none of their requests has reached v2.
      expect(answers.filter(({ status, wire }) => status !== 200 && wire !== '')).toEqual([]);
      expect(upstream.requests).toHaveLength(served.length);
      upstream.forget();
      expect((await ask(origin, request)).status).toBe(200);
      expect(JSON.parse((await ask(admin, { path: '/readyz' })).body)).toEqual({ status: 'ready' });
      upstream.forget();
    }
    run.child.kill('SIGTERM');
    const { code, stderr } = await run.ended;
    expect(code).toBe(0);
    expect(stderr).toContain('only 64 open files are allowed');
  });
});
