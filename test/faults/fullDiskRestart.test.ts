import { adminChange } from '../support/adminChange.ts';
import { smallDisk, type SmallDisk } from '../support/smallDisk.ts';
import { type CliRun, runCli } from '../support/runCli.ts';
import { itWith } from '../support/systemPrograms.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';

const TOKEN = 'a-token-of-more-than-thirty-two-characters';
const RESOURCE = 'currency-offer';

interface Running {
  readonly run: CliRun;
  readonly gateway: string;
  readonly admin: string;
}

let disk: SmallDisk;
let [v1, v2]: ScriptedUpstream[] = [];
const runs: CliRun[] = [];

afterEach(async () => {
  for (const run of runs.splice(0)) await killNow({ run });
  disk.close();
});

// Registered behind the hook that frees the disk in it.
const folder = temporaryFolder();

async function start(): Promise<Running> {
  const environment = {
    LIFEBOAT_UPSTREAM_V1: v1?.origin ?? '',
    LIFEBOAT_UPSTREAM_V2: v2?.origin ?? '',
    LIFEBOAT_SUNSET: '2999-01-01T00:00:00Z',
    LIFEBOAT_CUTOVER_START: 'v1',
    LIFEBOAT_STORE: `${disk.path}/store.db`,
    LIFEBOAT_INDEX_SECRET: 's'.repeat(32),
    LIFEBOAT_ADMIN_TOKEN: TOKEN,
    LIFEBOAT_LOG_LEVEL: 'error',
  };
  const run = runCli(['serve', '--port', '0', '--admin-port', '0'], { cwd: folder.path('.'), environment });
  runs.push(run);
  const [gateway = '', admin = ''] = (await run.line()).match(/http:\/\/[\d.:]+/g) ?? [];
  return { run, gateway, admin };
}

async function killNow({ run }: Pick<Running, 'run'>): Promise<void> {
  run.child.kill('SIGKILL');
  await run.ended;
}

const control = async ({ admin }: Running, path: string, body?: object): Promise<unknown> => {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return JSON.parse((await ask(admin, { path, headers, ...post })).body) as unknown;
};

const change = (running: Running, kind: Parameters<typeof adminChange>[0], resource = RESOURCE) =>
  control(running, ...adminChange(kind, { resource, reason: 'test' }));

const servedBy = async ({ gateway }: Running): Promise<string | undefined> => {
  const headers = { Authorization: 'Bearer a-key' };
  const answer = await ask(gateway, { path: '/v1/currency-offers/7001', headers });
  return answer.headers['x-lifeboat-served-by'];
};

beforeEach(async () => {
  disk = smallDisk(folder.path('disk'));
  v1 = await startUpstream(answering(200, '{"data":[]}'));
  v2 = await startUpstream(answering(404, '{}'));
});

describe('a gateway that is killed while its disk is full', () => {
  itWith('prlimit')('starts again, lets v1 answer, says why, and keeps every kill', async () => {
    const firstRunning = await start();
    await change(firstRunning, { kind: 'move', to: { kind: 'v2' } });
    expect(await servedBy(firstRunning)).toBe('v2');
    disk.fill();
    await killNow(firstRunning);

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
    await killNow(second);
    const third = await start();
    expect(await control(third, '/api/stages')).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ resource: 'account', killed: true }),
        expect.objectContaining({ resource: RESOURCE, stage: 'v2', killed: false }),
      ]) as object,
    );
  });
});
