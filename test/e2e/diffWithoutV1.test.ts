import { tmpdir } from 'node:os';
import { runHere } from '../support/runHere.ts';
import { startWhole } from '../support/startWhole.ts';
import { answering, startUpstream } from '../support/upstream.ts';

describe('lifeboat diff on a gateway without a v1', () => {
  it('says that there is no v1 to compare with, and which setting names one', async () => {
    const upstream = await startUpstream(answering(200, '{}'));
    const startedWhole = await startWhole({ LIFEBOAT_UPSTREAM_V2: upstream.origin });
    const { code, stderr } = await runHere(['diff', '--admin', startedWhole.admin], { cwd: tmpdir() });
    expect(code).toBe(4);
    expect(stderr).toContain('Nothing is compared: there is no v1. Set upstream.v1');
  });
});
