import { adminChange } from '../support/adminChange.ts';
import { smallDisk, type SmallDisk } from '../support/smallDisk.ts';
import { askAdmin } from '../http/admin/support/openAdminPort.ts';
import { closeBehindTest } from '../support/closeBehindTest.ts';
import { type Served, serveCli } from '../support/runCli.ts';
import { settingsOnV1 } from '../support/settingsOf.ts';
import { itWith } from '../support/systemPrograms.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';

const RESOURCE = 'currency-offer';

let disk: SmallDisk;
let [v1, v2]: ScriptedUpstream[] = [];
const folder = temporaryFolder();

const start = (): Promise<Served> =>
  serveCli([], {
    cwd: folder.path('.'),
    environment: {
      ...settingsOnV1(v1?.origin ?? '', v2?.origin),
      LIFEBOAT_STORE: `${disk.path}/store.db`,
      LIFEBOAT_INDEX_SECRET: 's'.repeat(32),
      LIFEBOAT_LOG_LEVEL: 'error',
    },
  });

const control = async ({ admin }: Served, path: string, body?: object): Promise<unknown> =>
  JSON.parse((await askAdmin(admin, path, body)).body) as unknown;

const change = (running: Served, kind: Parameters<typeof adminChange>[0], resource = RESOURCE) =>
  control(running, ...adminChange(kind, { resource, reason: 'test' }));

const servedBy = async ({ gateway }: Served): Promise<string | undefined> => {
  const headers = { Authorization: 'Bearer a-key' };
  const answer = await ask(gateway, { path: '/v1/currency-offers/7001', headers });
  return answer.headers['x-lifeboat-served-by'];
};

beforeEach(async () => {
  disk = smallDisk(folder.path('disk'));
  closeBehindTest(disk.close);
  v1 = await startUpstream(answering(200, '{"data":[]}'));
  v2 = await startUpstream(answering(404, '{}'));
});

describe('a gateway that is killed while its disk is full', () => {
  itWith('prlimit')('starts again, lets v1 answer, says why, and keeps every kill', async () => {
    const firstRunning = await start();
    await change(firstRunning, { kind: 'move', to: { kind: 'v2' } });
    expect(await servedBy(firstRunning)).toBe('v2');
    disk.fill();
    await firstRunning.run.kill();

    const second = await start();
    expect(await servedBy(second)).toBe('v1');
    expect(await control(second, '/readyz')).toMatchObject({
      status: 'ready',
      degraded: expect.arrayContaining([expect.stringMatching(/full|I\/O|EFBIG/)]) as unknown,
    });
    // Told as not kept when it is given: a further kill -9 would lose it.
    expect(await change(second, { kind: 'kill' }, 'account')).toMatchObject({
      changes: [{ kept: false, killed: true }],
    });

    disk.free();
    expect(await control(second, '/api/stages/saved')).toEqual({ saved: true });
    await second.run.kill();
    const third = await start();
    expect(await control(third, '/api/stages')).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ resource: 'account', killed: true }),
        expect.objectContaining({ resource: RESOURCE, stage: 'v2', killed: false }),
      ]) as object,
    );
  });
});
