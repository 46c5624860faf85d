import supertest from 'supertest';
import { z } from 'zod';
import { runCli } from '../support/runCli';
import { temporaryFolder } from '../support/temporaryFolder';

const folder = temporaryFolder();

describe('lifeboat serve', () => {
  it('prints its addresses as one line of JSON with --json', async () => {
    const words = ['--sandbox', '--sandbox-port', '0', '--port', '0', '--admin-port', '0'];
    const run = runCli(['serve', ...words, '--json'], { cwd: folder.path('.') });
    const line = z.object({
      gateway: z.url(),
      admin: z.url(),
      sandbox: z.object({ origin: z.url(), keys: z.object({ v1: z.string(), v2: z.string() }) }),
    });
    const { gateway, admin, sandbox } = line.parse(JSON.parse(await run.line()));
    expect((await supertest(admin).get('/readyz')).status).toBe(200);
    const offers = await supertest(gateway)
      .get('/v1/currency-offers')
      .set('authorization', `Bearer ${sandbox.keys.v2}`);
    expect(offers.status).toBe(200);
    run.child.kill('SIGTERM');
    expect((await run.ended).stdout).toHaveLength(1);
  });
});
