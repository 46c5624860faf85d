import request from 'supertest';
import { z } from 'zod';
import { readdirSync, statSync } from 'node:fs';
import { type CliRun, runCli, serveCli } from '../support/runCli.ts';
import { runHere } from '../support/runHere.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { waitUntil } from '../support/waitUntil.ts';

const folder = temporaryFolder();

const environment = {
  LIFEBOAT_UPSTREAM_V1: 'http://127.0.0.1:9',
  LIFEBOAT_UPSTREAM_V2: 'http://127.0.0.1:9',
  LIFEBOAT_SUNSET: '2999-01-01T00:00:00Z',
  LIFEBOAT_INDEX_SECRET: 's'.repeat(32),
  LIFEBOAT_ADMIN_TOKEN: 'a-token-of-32-characters-or-more-x',
  LIFEBOAT_LOG_LEVEL: 'error',
};

const run = (...words: string[]) => runHere(words, { cwd: folder.path('.'), environment });

async function endOf(running: CliRun): Promise<string> {
  running.child.kill('SIGTERM');
  const { code, stderr } = await running.ended;
  return `${String(code)} ${stderr}`;
}

const health = z.object({
  members: z.array(z.string()).default([]),
  degraded: z.array(z.string()).default([]),
});
/** Starts a gateway; returns the address of its admin port as well. */
async function start() {
  const { run: running, admin } = await serveCli([], { cwd: folder.path('.'), environment });
  return { running, admin };
}
async function membersAt(admin: string): Promise<readonly string[]> {
  const { body } = (await request(admin).get('/readyz')) as { readonly body: unknown };
  return health.parse(body).members;
}
async function stageAt(admin: string): Promise<string | undefined> {
  const { body } = (await request(admin).get('/api/stages')) as { readonly body: unknown };
  const rows = z.array(z.object({ resource: z.string(), stage: z.string() })).parse(body);
  return rows.find(({ resource }) => resource === 'account')?.stage;
}

describe('gateways with one store', () => {
  it('share moves, show the same state, and go on when one of them is killed', async () => {
    const [firstEntry, second] = [await start(), await start()];
    expect(statSync(folder.path('lifeboat.db')).mode & 0o777).toBe(0o600);
    await waitUntil(async () => (await membersAt(firstEntry.admin)).length === 2);
    expect((await membersAt(firstEntry.admin)).map((name) => name.split(' ')[1])).toEqual(
      [firstEntry, second].map(({ running }) => String(running.child.pid)),
    );
    const set = await run(
      'stage',
      'set',
      'account',
      'shadow',
      '-r',
      'to see',
      '--yes',
      '--force',
      '--admin',
      second.admin,
    );
    expect(set.code).toBe(0);
    expect(await stageAt(firstEntry.admin)).toBe('shadow');
    firstEntry.running.child.kill('SIGKILL');
    await firstEntry.running.ended;
    await waitUntil(async () => (await membersAt(second.admin)).length < 2);
    const killed = await run('stage', 'kill', 'account', '-r', 'to see', '--admin', second.admin);
    expect(killed.code).toBe(0);
    expect((await run('stage', 'log', '--admin', second.admin)).stdout.at(-1)).toBe(
      'the log is whole, up to line 2',
    );
    expect(await endOf(second.running)).toMatch(/^0/);
  });
});

describe('a store beside the settings', () => {
  it('is not made by a sandbox, which leaves no file', async () => {
    const words = ['serve', '--sandbox', '--sandbox-port', '0', '--port', '0', '--admin-port', '0'];
    const playing = runCli(words, { cwd: folder.path('.'), environment: { LIFEBOAT_LOG_LEVEL: 'error' } });
    await playing.line();
    expect(await endOf(playing)).toMatch(/^0/);
    expect(readdirSync(folder.path('.'))).toEqual([]);
  });

  it('is read by commands while a gateway uses it, and shared only by who has the same secret', async () => {
    const { running } = await start();
    const diff = await run('diff', '--store', 'lifeboat.db');
    expect(diff.stderr).toBe('');
    expect(diff.stdout.length).toBeGreaterThan(0);
    const doctor = await run('doctor');
    expect(doctor.stdout.join('\n')).toMatch(/lifeboat.db is sound/);
    const nextEntry = { ...environment, LIFEBOAT_INDEX_SECRET: 't'.repeat(32) };
    const words = ['serve', '--port', '0', '--admin-port', '0'];
    const { code, stderr } = await runHere(words, { cwd: folder.path('.'), environment: nextEntry });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /store: .*lifeboat\.db: \S+ \d+ shares the store and has another index\.secret: if it is this gateway.*\n.*hint:/,
    );
    expect(await endOf(running)).toMatch(/^0/);
  });
});
